import type { Page } from 'playwright-core'
import type { OpenModule } from '@/domain/applications/openScreens'
import { makeApplication, OpenClient } from '../../support/applications/applications'
import type { Drive } from './drive'
import { serveSite } from './siteServer'

/** The screens of the open platform, each framed by another site, also without a right. Close the site afterwards. */
export async function openScreens({ make, server }: Drive) {
  let body = ''
  const site = await serveSite(async () => body)
  const enterprise = await make.enterprise()
  const administrator = await make.user({ enterprise, isAdministrator: true })
  const teacher = await make.user({ enterprise, name: '林老师' })
  const folder = await make.folder({ owner: teacher }, { name: '课件' })
  const file = await make.file({ parent: folder }, { name: '开放日安排.txt', content: '周六上午九点' })
  await make.folder({ parent: folder }, { name: '第一单元' })
  const application = await makeApplication(server, administrator, { origins: [site.origin] })
  const accessToken = await new OpenClient(server.url).token(application, teacher, { origin: site.origin })
  const options = { client_id: application.clientId, origin: site.origin, productName: '课堂', userName: '林老师' }
  const inFolder = { ...options, folderId: String(folder.id) }
  const screens: [name: string, module: OpenModule, options: Record<string, string>, token: string, there: string][] = [
    ['files for another site', 'select_files', inFolder, accessToken, '.row'],
    ['a place for another site', 'select_destination', inFolder, accessToken, '.row'],
    ['an upload for another site', 'open_upload', options, accessToken, '.open-facts'],
    ['a preview for another site', 'open_preview', { ...options, file_id: String(file.id) }, accessToken, 'canvas'],
    ['what another site may not open', 'select_files', inFolder, 'none', '.empty'],
  ]
  const shown = screens.map(([name, module, query, token, there]) => ({
    name,
    // The server refuses its token.
    expected: token === 'none' ? [/401/] : [],
    async show(page: Page) {
      const address = `${server.url}/${module}?${new URLSearchParams(query)}`
      const frame = JSON.stringify({ name: JSON.stringify({ accessToken: token }), src: address })
      const style = 'position:fixed;inset:0;width:100%;height:100%;border:0'
      body = `<!doctype html><meta name=viewport content=width=device-width><body><script>
        document.body.append(Object.assign(document.createElement('iframe'), ${frame}, { style: '${style}' }))
      </script>`
      await page.goto(site.origin)
      await page.frameLocator('iframe').locator(there).first().waitFor({ timeout: 30_000 })
    },
  }))
  return { screens: shown, close: () => site.close() }
}
