import path from 'node:path'
import webpack from 'webpack'
import type Chain from 'webpack-chain'

const nowhere = path.resolve(__dirname, '../src/platform/weapp/nowhere.ts')
const addresses = /^\.\.?\/(bom\/)?(location|history|URL|URLSearchParams)\.js$/

/** Ten kilobytes of the main package that Taro's runtime would carry along. */
export function leaveOutAddresses(chain: Chain): void {
  chain.plugin('leave-out-addresses').use(webpack.NormalModuleReplacementPlugin, [addresses, (found: { context: string, request: string }) => {
    if (/@tarojs[\\/]runtime[\\/]dist/.test(found.context)) found.request = nowhere
  }])
}
