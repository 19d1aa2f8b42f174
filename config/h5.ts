import path from 'node:path'
import webpack from 'webpack'
import type Chain from 'webpack-chain'
import { EmbedSdk } from './embedSdk'
import { FirstPage } from './firstPage/firstPage'
import { Issuers } from './issuers'
import { LeanEntry } from './firstPage/leanEntry'
import { LeanRuntime } from './firstPage/leanRuntime'
import { ListChunk } from './firstPage/listChunk'
import { OfficePage } from './officePage'
import { shortIds } from './shortIds'
import { StartInSteps } from './firstPage/startInSteps'

const h5 = (file: string) => path.resolve(__dirname, '../src/platform/h5', file)
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|mobx|mobx-react|mobx-react-lite|use-sync-external-store|@tarojs|tslib|@babel)[\\/]/

function replace(chain: Chain, name: string, request: RegExp, file: string): void {
  chain.plugin(name).use(webpack.NormalModuleReplacementPlugin, [request, h5(file)])
}

/**
 * Replaces the module instead of using an alias: Taro removes exports from every module that is requested as `@tarojs/components`. A build from the
 * cache then lacks exports that it needs.
 */
function plainComponents(chain: Chain): void {
  chain.module
    .rule('plain-components')
    .test(/src[\\/]platform[\\/]h5[\\/]components[\\/].*\.tsx?$/)
    .set('sideEffects', false)
  replace(chain, 'plain-components', /^@tarojs\/components$/, 'components/index.ts')
  chain.resolve.alias
    .set('@tarojs/components/dist/components$', h5('components/customElements.ts'))
    .set('@tarojs/components/global.css$', h5('components/base.css'))
    .set('@tarojs/components/dist/taro-components/taro-components.css$', h5('components/none.css'))
    .set('@tarojs/components-react/dist/index.css$', h5('components/none.css'))
}

/** Replaces Taro in taro-ui, which imports more of Taro than our widgets call. */
function leanWidgets(chain: Chain): void {
  const widgets = /[\\/]taro-ui[\\/]/
  chain.module.rule('widgets').test(widgets).parser({ exportsPresence: false })
  chain.plugin('widget-taro').use(webpack.NormalModuleReplacementPlugin, [
    /^@tarojs\/taro$/,
    (found: { context: string; request: string }) => {
      if (widgets.test(found.context)) found.request = h5('components/widgetTaro.ts')
    },
  ])
}

/** Leaves out the texts of the console's widgets in languages that the product does not have. */
function ownLanguages(chain: Chain): void {
  const others = /\/(?!zh-CN|zh-TW|en-US)[a-z]{2}-[A-Z]{2}\.mjs$/
  chain.plugin('own-languages').use(webpack.NormalModuleReplacementPlugin, [
    others,
    (found: { context: string; request: string }) => {
      if (/[\\/](react-aria|react-stately|react-aria-components)[\\/]/.test(found.context))
        found.request = h5('components/noWords.ts')
    },
  ])
}

/** Replaces the imports of Taro's generated entry. Taro's runtime, made for mini-programs, stays out. */
function ownFramework(chain: Chain): void {
  chain.resolve.alias
    .set('@tarojs/router$', h5('router/index.ts'))
    .set('@tarojs/taro', h5('router/taro.ts'))
    .set('@tarojs/runtime', h5('router/framework.tsx'))
    .set('@tarojs/plugin-framework-react/dist/runtime', h5('router/framework.tsx'))
}

/** Makes one chunk of vendor code. Taro's own setting would copy the component library into every page's chunk. */
function oneVendorChunk(chain: Chain): void {
  chain.optimization.splitChunks({
    chunks: 'all',
    cacheGroups: {
      default: false,
      defaultVendors: false,
      vendor: { name: 'vendor', test: vendor, chunks: 'initial', enforce: true },
    },
  })
}

/** Modules that run before the app's entry, in this order and in separate tasks: together they would block a slow phone for long. */
function startInSteps(chain: Chain): void {
  chain.entry('app').prepend(path.resolve(__dirname, '../src/stores/app/AppServices.ts')).prepend('react-dom/client')
  chain.plugin('start-in-steps').use(StartInSteps)
}

/** Without the parts of mobx-react for classes, which no component is. */
function observersOfFunctions(chain: Chain): void {
  chain.resolve.alias.set('mobx-react$', 'mobx-react-lite')
}

/** @param routes patterns of addresses by page */
export function h5Chain(chain: Chain, routes: Record<string, string[]>): void {
  plainComponents(chain)
  leanWidgets(chain)
  ownLanguages(chain)
  ownFramework(chain)
  observersOfFunctions(chain)
  oneVendorChunk(chain)
  shortIds(chain)
  startInSteps(chain)
  chain.module.set('strictExportPresence', true)
  chain.performance.hints(false)
  chain.plugin('lean-entry').use(LeanEntry)
  chain.plugin('lean-runtime').use(LeanRuntime)
  chain.plugin('list-chunk').use(ListChunk)
  chain.plugin('office-page').use(OfficePage)
  chain.plugin('embed-sdk').use(EmbedSdk)
  chain.plugin('first-page').use(FirstPage, [routes])
  if (process.env.SATCHEL_LEDGER) chain.devtool('hidden-source-map').plugin('issuers').use(Issuers)
}
