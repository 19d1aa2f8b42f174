import path from 'node:path'
import { defineConfig } from '@tarojs/cli'
import type Chain from 'webpack-chain'
import { loadSource } from './bundle'
import { h5Chain } from './h5'
import { writeIcons } from './icons'
import { lazyPackage } from './lazyPackage'
import { minifyBySwc } from './minifier'
import { pdfjsAddress, pdfjsFiles } from './pdfjs'
import { shortIds } from './shortIds'
import { leaveOutAddresses, leaveOutComponents } from './weapp'

const root = path.resolve(__dirname, '..')
const { customRoutes } = loadSource<typeof import('../src/domain/routes')>('src/domain/routes.ts')
const weapp = process.env.TARO_ENV === 'weapp'
const apiUrl = weapp ? (process.env.SATCHEL_API_URL ?? 'https://api.satchel.test') : ''

/** package.json lists the browsers of the H5 build. WeChat's engine is older. */
if (weapp) process.env.BROWSERSLIST = 'ios_saf >= 12, chrome >= 67'

writeIcons(path.join(root, 'src/theme'))

const sassLoaderOption = { sassOptions: { quietDeps: true } }
const realPixels = { enable: false }

function mobxProduction(chain: Chain): void {
  if (process.env.NODE_ENV !== 'production') return
  chain.resolve.alias
    .set('mobx$', require.resolve('mobx/dist/mobx.esm.production.min.js'))
    // All our components are functions; mobx-react's support for classes would add two kilobytes (gz).
    .set('mobx-react$', require.resolve('mobx-react-lite/dist/mobxreactlite.esm.production.min.js'))
    // React 18 contains the shimmed hook.
    .set('use-sync-external-store/shim$', require.resolve('react'))
}

/** Arrow functions for modules and exports save three kilobytes of the mini-program. Every supported host supports them. */
function writeArrows(chain: Chain): void {
  chain.output.set('environment', { arrowFunction: true, const: true, destructuring: true, forOf: true })
}

export default defineConfig<'webpack5'>({
  projectName: 'satchel',
  designWidth: 375,
  deviceRatio: { 375: 2 },
  sourceRoot: 'src',
  outputRoot: `dist/${process.env.SATCHEL_LEDGER ? 'ledger' : process.env.TARO_ENV}`,
  framework: 'react',
  compiler: { type: 'webpack5', prebundle: { enable: false } },
  /** Off for weapp: Taro collects the templates while it reads the sources, and misses some with a cache. */
  cache: {
    enable: !weapp,
    buildDependencies: { satchel: [`${__dirname}/`, `${root}/babel.config.js`, `${root}/package.json`] },
  },
  alias: { '@': path.join(root, 'src') },
  defineConstants: { SATCHEL_API_URL: JSON.stringify(apiUrl), SATCHEL_PDFJS: JSON.stringify(pdfjsAddress) },
  copy: {
    patterns: weapp
      ? [
          { from: 'src/sitemap.json', to: 'dist/weapp/sitemap.json' },
          { from: 'src/card.png', to: 'dist/weapp/card.png' },
        ]
      : [{ from: 'src/icon.svg', to: 'dist/h5/icon.svg' }, ...pdfjsFiles('dist/h5')],
    options: {},
  },
  /** Nesting after which base.wxml needs a component boundary. With 6 the boundary would be inside the list. */
  baseLevel: 8,
  jsMinimizer: 'terser',
  terser: { enable: true, config: {} },
  mini: {
    commonChunks: (names: string[]) => [...names, 'lazy-styles'],
    optimizeMainPackage: { enable: true },
    runtime: {
      enableInnerHTML: false,
      enableSizeAPIs: false,
      enableAdjacentHTML: false,
      enableTemplateContent: false,
      enableCloneNode: false,
      enableContains: false,
      enableMutationObserver: false,
    },
    // The styles of lazy chunks are in the main package.
    miniCssExtractPluginOption: { ignoreOrder: true, runtime: false },
    sassLoaderOption,
    postcss: { pxtransform: realPixels, './config/textScale.cjs': {} },
    webpackChain(chain: Chain) {
      mobxProduction(chain)
      minifyBySwc(chain, true)
      leaveOutAddresses(chain)
      writeArrows(chain)
      leaveOutComponents(chain)
      shortIds(chain)
      lazyPackage(chain)
    },
  },
  h5: {
    publicPath: '/',
    staticDirectory: 'static',
    router: { mode: 'browser', customRoutes },
    useHtmlComponents: true,
    // The first page names all files, so each digit counts. Two builds rarely give a file of other contents the same name: once in 16 million.
    output: { filename: 'js/[name].[contenthash:6].js', chunkFilename: 'js/[name].[contenthash:6].js' },
    miniCssExtractPluginOption: {
      ignoreOrder: true,
      filename: 'css/[name].[contenthash:6].css',
      chunkFilename: 'css/[name].[contenthash:6].css',
    },
    sassLoaderOption,
    postcss: { pxtransform: realPixels, htmltransform: { enable: false, config: { removeCursorStyle: false } } },
    webpackChain(chain: Chain) {
      mobxProduction(chain)
      minifyBySwc(chain, false)
      writeArrows(chain)
      h5Chain(chain, customRoutes)
    },
  },
})
