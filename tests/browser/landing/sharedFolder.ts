import type { Page } from 'playwright-core'
import { photo } from '../../support/samples/samples'
import { makeLink } from '../../support/shares/shares'
import { shown, t } from '../rig/screen'
import { sharer } from '../rig/visits'
import type { Drive } from '../rig/drive'

export const field = (page: Page) => shown(page).getByLabel(t('visit.password.label'), { exact: true })
export const waitForText = (page: Page, text: string) => shown(page).getByText(text, { exact: true }).first().waitFor()

/** A folder of three items, and its link. */
export async function sharedFolderIn(drive: Drive, settings: Parameters<typeof makeLink>[2] = {}) {
  const { user, me, enterprise } = await sharer(drive)
  const folder = await drive.make.folder({ owner: user }, { name: '校园开放日' })
  const inner = await drive.make.folder({ parent: folder }, { name: '原图' })
  await drive.make.file({ parent: inner }, { name: '里面.txt', content: '里面的字' })
  const text = await drive.make.file({ parent: folder }, { name: '安排.txt', content: '周六上午九点' })
  const picture = await drive.make.file({ parent: folder }, { name: '合影.jpg', content: await photo() })
  const link = await makeLink(me, folder, settings)
  return { user, me, enterprise, folder, inner, text, picture, link }
}
