// WeChat's uploader over a build, with nothing sent: node tools/uploader/check.mjs FOLDER prints as JSON what it says of it. A process of its own,
// because it starts others and watches the folder.
import { createRequire } from 'node:module'
import path from 'node:path'
import { writeSync } from 'node:fs'

const {
  Project,
  DefaultProjectAttr,
  getAppJSON,
  getPageJSON,
  getSiteMapJSON,
  getCompiledResult,
  checkCodeQuality,
  proxy,
} = createRequire(import.meta.url)('miniprogram-ci')

/** With the limits that the uploader assumes before it has asked for the account's own. */
class OfflineProject extends Project {
  async attr() {
    return DefaultProjectAttr
  }
}

const project = new OfflineProject({
  appid: 'wx0123456789abcdef',
  type: 'miniProgram',
  projectPath: path.resolve(process.argv[2]),
  privateKey: 'nothing is signed',
})
// Nobody listens there: whatever it asks of WeChat's servers is refused at once.
proxy('http://127.0.0.1:9')

async function look() {
  const { pages, subPackages, preloadRule } = await getAppJSON(project)
  const all = [...pages, ...subPackages.flatMap(({ root, pages: own }) => own.map((page) => root + page))]
  for (const pagePath of all) await getPageJSON(project, { miniprogramRoot: '', pagePath })
  const compiled = await getCompiledResult({
    project,
    version: '0.0.0',
    setting: { useProjectConfig: true },
    onProgressUpdate() {},
  })
  const quality = await checkCodeQuality(project)
  return {
    pages: all,
    preloaded: Object.values(preloadRule).flatMap(({ packages }) => packages),
    sitemap: await getSiteMapJSON(project),
    files: Object.keys(compiled),
    failed: quality.filter(({ success }) => !success).map(({ name }) => name),
  }
}

const said = await look().catch(({ message }) => ({ refused: message }))
writeSync(1, `\n${JSON.stringify(said)}`)
process.exit(0)
