import webpack from 'webpack'
import type Chain from 'webpack-chain'

/** Module ids of four digits. Beyond some number of modules webpack would choose five, which add 170 bytes (gz) to the first page of H5 and 800 to the main package. */
export function shortIds(chain: Chain): void {
  chain.optimization.set('moduleIds', false)
  chain.plugin('short-ids').use(webpack.ids.DeterministicModuleIdsPlugin, [{ maxLength: 4, fixedLength: true }])
}
