import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLink } from '../../support/shares/shares'
import { openDrive } from '../rig/drive'
import { addressBecomes, rowsBecome, shown, t } from '../rig/screen'
import { button, sharer } from '../rig/visits'

const drive = openDrive()

test('[LAND-03] [LAND-04] a message opens the link and shows its number and time; colleagues with access open the folder directly', async () => {
  const { user, me, enterprise } = await sharer(drive)
  const colleague = await drive.make.user({ enterprise })
  const folder = await drive.make.folder({ owner: user }, { name: '招生材料' })
  await drive.make.file({ parent: folder }, { name: '计划.txt', content: '计划' })
  const link = await makeLink(me, folder, {
    access: 'collaborators',
    invited_user_ids: [colleague.id],
    description: '周五前看完',
  })
  await drive.visit(colleague, '/message', async (page) => {
    await shown(page).locator('.message-open').first().tap()
    await shown(page).locator('.visit-card').getByText('周五前看完').waitFor()
    assert.match(new URL(page.url()).pathname, /^\/message\/share_link\/\d+$/)
    assert.equal(new URL(page.url()).search, `?unique_name=${link.unique_name}`)
    await shown(page)
      .getByText(t('visit.sharedFolder', { name: user.name }))
      .waitFor()
    const numbers = await shown(page).locator('.visit-numbers').innerText()
    assert.match(numbers, new RegExp(`${link.serial_number}[^]*\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d`))
    assert.equal(await button(page, t('visit.direct')).count(), 0)
    await button(page, t('visit.open')).tap()
    await addressBecomes(page, link.url)
    await rowsBecome(page, ['计划.txt'])
    await page.goBack()
    await page.reload()
    await shown(page).getByText('周五前看完').waitFor()
    await drive.make.collab(folder, { user: colleague }, 'viewer')
    await page.reload()
    await button(page, t('visit.direct')).tap()
    await addressBecomes(page, `/files/folder/${folder.id}`)
    await rowsBecome(page, ['计划.txt'])
  })
})

test('[RT-03] without an account the message leads to sign-in, and without its link to the message centre', async () => {
  const { user, me } = await sharer(drive)
  const file = await drive.make.file({ owner: user }, { name: '计划.txt', content: '计划' })
  const link = await makeLink(me, file)
  const address = `/message/share_link/7?unique_name=${link.unique_name}`
  await drive.visit(null, address, (page) => addressBecomes(page, `/login?redirect=${encodeURIComponent(address)}`))
  await drive.visit(user, '/message/share_link/7', (page) => addressBecomes(page, '/message/share_link'))
})
