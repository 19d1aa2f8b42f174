import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import webpack from 'webpack'
import type Chain from 'webpack-chain'

const src = path.resolve(__dirname, '../src')
const nowhere = path.join(src, 'platform/weapp/nowhere.ts')
const swipeAction = path.dirname(require.resolve('taro-ui/lib/components/swipe-action'))
const addresses = /^\.\.?\/(bom\/)?(location|history|URL|URLSearchParams)\.js$/

/** Leaves out Taro's copies of the browser's address classes: saves ten kilobytes of the main package. */
export function leaveOutAddresses(chain: Chain): void {
  chain.plugin('leave-out-addresses').use(webpack.NormalModuleReplacementPlugin, [
    addresses,
    (found: { context: string; request: string }) => {
      if (/@tarojs[\\/]runtime[\\/]dist/.test(found.context)) found.request = nowhere
    },
  ])
}

/** Taro's components by name, with their properties and events (`bindTap`). The value is the host's default of a property. */
type Components = Record<string, Record<string, string>>

/**
 * Removes from Taro's templates, and from the table of its runtime, everything that no source names: components, properties, events. Also removes
 * the white space of the templates. Saves twenty kilobytes.
 */
export function leaveOutComponents(chain: Chain): void {
  const components: Components = chain.plugin('miniPlugin').get('args')[0].combination.config
    .template.internalComponents
  const { words, used } = namedInSources()
  for (const [name, properties] of Object.entries(components)) {
    if (!used.has(name)) delete components[name]
    else for (const property of Object.keys(properties)) if (!isNamed(property, words)) delete properties[property]
  }
  chain.module
    .rule('lean-components')
    .test(/@tarojs[\\/](shared[\\/]dist[\\/](components|native-apis)|plugin-platform-weapp[\\/]dist[\\/]runtime)\.js$/)
    .use('lean-components')
    .loader(path.join(__dirname, 'leanComponents.cjs'))
    .options({ components: withoutEvents(components), words })
}

interface Names {
  /** in lower case */
  words: Set<string>
  /** Components that sources import. */
  used: Set<string>
}

/** Collects names from all sources and from taro-ui's swipe action. */
function namedInSources(): Names {
  const words = new Set<string>()
  const used = new Set(['View', 'Text', 'Image', 'Block', 'Slot'])
  for (const file of [...scriptsIn(src), ...scriptsIn(swipeAction)]) {
    const text = readFileSync(file, 'utf8')
    for (const [word] of text.matchAll(/[\w-]+/g)) addWord(word, words)
    for (const [, list = ''] of text.matchAll(/import \{([^}]*)\} from ['"]@tarojs\/components['"]/g)) {
      for (const name of list.split(',')) used.add(name.trim().split(' ')[0]!)
    }
  }
  return { words, used }
}

/** Adds a name such as `hover-class` as a whole and in its parts. */
function addWord(text: string, words: Set<string>): void {
  for (const word of [text.replaceAll('-', ''), ...text.split('-')]) words.add(word.toLowerCase())
}

function scriptsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => /\.(tsx?|js)$/.test(file)).map((file) => path.join(folder, file))
}

/** `hover-class` is `hoverClass` in a source, `bindTap` is `onTap`; Taro's `bindLongTap` is WeChat's `bindlongpress`. */
function isNamed(property: string, words: Set<string>): boolean {
  const name = property.replaceAll('-', '').toLowerCase()
  return words.has(name) || words.has(name.replace(/^bind/, 'on').replace(/^onlongtap$/, 'onlongpress'))
}

/** The runtime numbers properties by name; events keep their names. */
function withoutEvents(components: Components): Record<string, Record<string, 0>> {
  return Object.fromEntries(
    Object.entries(components).map(([name, properties]) => [
      name,
      Object.fromEntries(
        Object.keys(properties)
          .filter((property) => !property.startsWith('bind'))
          .map((property) => [property, 0]),
      ),
    ]),
  )
}
