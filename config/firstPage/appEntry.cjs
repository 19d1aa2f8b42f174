const path = require('node:path')
const { readConfig } = require('@tarojs/helper')

/**
 * Writes the app's entry instead of Taro, with the same options. Our router and framework need the app, the routes and their patterns. Taro's entry
 * also contains tab bars, a list of the pages beside their routes, and React as a namespace, which needs more of webpack's own code.
 */
module.exports = function appEntry() {
  const { config, entryFileName, loaderMeta, pages, sourceDir, ...options } = this.getOptions()
  const request = (file) => JSON.stringify(this.utils.contextify(this.context, file))
  const configs = new Map(pages)
  const routes = config.pages.map((page) => {
    const own = JSON.stringify(readConfig(configs.get(page), options)).slice(1, -1)
    const load = `() => [import(${request(path.join(this.context, page))})]`
    return `{ path: ${JSON.stringify(page)}, load: ${load}${own && `, ${own}`} }`
  })
  const { router, window } = config
  return `
import { createRouter } from '@tarojs/router'
import '@tarojs/components/global.css'
import { ${loaderMeta.creator} } from '${loaderMeta.creatorLocation}'
import App from ${request(path.join(sourceDir, entryFileName))}
${loaderMeta.creator}(App)
createRouter(undefined, undefined, { routes: [${routes.join(', ')}], ...${JSON.stringify({ router: { customRoutes: router.customRoutes }, window })} })
`
}
