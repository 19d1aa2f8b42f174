import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { client } from '../../support/client'
import { PostOffice, tokenIn } from '../../support/mail/PostOffice'
import { assertLooks, desk, makeSchool, MOUSE, personPane, toast, windowOf } from '../rig/console'
import { openDrive } from '../rig/drive'
import { t } from '../rig/screen'

const office = await PostOffice.open()
const drive = openDrive({ config: { mail: office.configuration, baseUrl: 'http://127.0.0.1' } })
after(() => office.close())

describe('one-time links by e-mail', () => {
  test('[ADM-03] the window of a link mails it, and says when the mail server refuses', async () => {
    const { owner } = await makeSchool(drive)
    const email = 'ann@school.example'
    const boss = await client(drive.server).as(owner.login)
    const person = { login: 'ann@school', name: 'Ann', email }
    const { user_id: id } = await boss.call('POST /admin/people/create', person)
    await drive.visit(
      owner,
      `/admin/people/${id}`,
      async (page) => {
        await personPane(page, 'Ann')
          .getByRole('button', { name: new RegExp(t('admin.person.renewLink')) })
          .click()
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
      },
      desk,
    )
  })
})
