import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import webpack from 'webpack'
import type Chain from 'webpack-chain'

const src = path.resolve(__dirname, '../src')
const nowhere = path.join(src, 'platform/weapp/nowhere.ts')
const addresses = /^\.\.?\/(bom\/)?(location|history|URL|URLSearchParams)\.js$/

/** Drops ten kilobytes of the main package that Taro's runtime would include. */
export function leaveOutAddresses(chain: Chain): void {
  chain.plugin('leave-out-addresses').use(webpack.NormalModuleReplacementPlugin, [
    addresses,
    (found: { context: string; request: string }) => {
      if (/@tarojs[\\/]runtime[\\/]dist/.test(found.context)) found.request = nowhere
    },
  ])
}

/** Drops eleven more: Taro's property lists of components that no source imports. */
export function leaveOutComponents(chain: Chain): void {
  chain.module
    .rule('lean-components')
    .test(/@tarojs[\\/](shared[\\/]dist[\\/]shared\.esm|plugin-platform-weapp[\\/]dist[\\/]runtime)\.js$/)
    .use('lean-components')
    .loader(path.join(__dirname, 'leanComponents.cjs'))
    .options({ used: usedComponents() })
}

/** By the imports of all sources, and of taro-ui's swipe action. */
function usedComponents(): string[] {
  const names = new Set(['View', 'Text', 'Image', 'Block', 'Slot', 'MovableArea', 'MovableView'])
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue
    for (const [, list = ''] of readFileSync(path.join(src, file), 'utf8').matchAll(
      /import \{([^}]*)\} from '@tarojs\/components'/g,
    )) {
      for (const name of list.split(',')) names.add(name.trim().split(' ')[0]!)
    }
  }
  return [...names]
}
