import { after, describe, test } from 'node:test'
import { assertLooks, desk, makeSchool, MOUSE, press, toast, windowOf } from '../rig/console'
import { openDrive } from '../rig/drive'
import { shown, t } from '../rig/screen'
import { PostOffice, tokenIn } from '../../support/mail/PostOffice'
import assert from 'node:assert/strict'

const office = await PostOffice.open()
const drive = openDrive({ config: { mail: office.configuration, baseUrl: 'http://127.0.0.1' } })
after(() => office.close())

describe('one-time links by e-mail', () => {
  test('[ADM-03] the window of a link mails it, and says when the mail server refuses', async () => {
    const { owner } = await makeSchool(drive)
    const email = 'ann@school.example'
    await drive.visit(
      owner,
      '/admin/people',
      async (page) => {
        await press(page, t('admin.people.add'))
        const form = windowOf(page, t('admin.people.form.title'))
        await form.getByLabel(t('admin.people.form.name'), { exact: true }).fill('Ann')
        await form.getByLabel(t('admin.people.form.login'), { exact: true }).fill('ann@school')
        await form.getByLabel(t('admin.people.form.email'), { exact: true }).fill(email)
        await form.getByRole('button', { name: t('admin.people.form.submit') }).click()
        const link = windowOf(page, t('admin.people.link.title', { name: 'Ann' }))
        const send = link.getByRole('button', { name: t('admin.people.link.mail', { address: email }) })
        await send.waitFor()
        await assertLooks(page, MOUSE)
        office.refusal = 550
        await send.click()
        await link.getByRole('alert').waitFor()
        office.refusal = null
        await send.click()
        await toast(page)
          .getByText(t('admin.people.link.mailed', { address: email }))
          .waitFor()
        const url = await link.getByLabel(t('admin.people.link.label')).inputValue()
        assert.ok(url.endsWith(`#${tokenIn(await office.waitFor(email))}`), 'the mail has another link')
        await shown(page).waitFor()
      },
      desk,
    )
  })
})
