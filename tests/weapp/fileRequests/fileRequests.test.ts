import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { client } from '../../support/client'
import { everybody, makeFileRequest } from '../../support/fileRequests/collecting'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { openOwn, openPhone, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

async function world() {
  const enterprise = await freeEnterprise(site)
  const user = await site.make.user({ enterprise })
  const me = await client(site.server).as(user.login)
  const folder = await site.make.folder({ owner: user }, { name: '作业' })
  return { enterprise, user, me, folder }
}

const pressButton = async (phone: Phone, text: string) =>
  phone.host.tap(
    await phone.until(() => phone.host.$$('.button').find((one) => one.text === text && !one.attr('disabled'))),
  )

async function choose(phone: Phone, name: string): Promise<void> {
  await phone.press(phone.t('collect.page.add'))
  phone.host.pick([{ name, data: 'one' }])
  await phone.press(phone.t('upload.chat'))
  await phone.reads(name)
}

describe('[AH-25] collecting files in the mini-program', () => {
  test('[AH-25] the menu of a folder leads to a file request and the list of who is missing', async (t) => {
    const { user, folder, me } = await world()
    const phone = await openOwn(t, site.wire, user)
    await phone.menu(folder.name)
    await phone.choose('menu.collect')
    await pressButton(phone, phone.t('collect.new'))
    await phone.until('.collect-form')
    phone.fill(0, '第三章作业')
    await phone.press(phone.t('collect.form.create'))
    await phone.titled('第三章作业')
    await phone.reads(phone.t('collect.count', { n: 0 }))
    const { collects } = await me.call('GET /apps/collects/get_list', {})
    assert.deepEqual(
      collects.map(({ title, folder: at }) => [title, at?.id]),
      [['第三章作业', folder.id]],
    )
  })

  test('[AH-25] a contributor without an account chooses a name, hands in a file and sees it listed', async (t) => {
    const { me, folder } = await world()
    const link = await makeFileRequest(me, folder, { names: ['周舟', '何小北'] })
    const phone = await openPhone(t, site.wire, {
      path: 'packages/share/collect/handin/index',
      query: { unique_name: link.unique_name },
    })
    await phone.reads(link.title)
    await phone.press('周舟')
    await choose(phone, '一.txt')
    await pressButton(phone, phone.t('collect.page.submit'))
    await phone.reads(phone.t('collect.page.mine'))
    await phone.until(() => phone.host.$$('.upload-row-done').length === 1)
    assert.equal(phone.asked('/users/login').length, 0)
    const [person] = await everybody(me, link.id, 'done')
    assert.deepEqual([person!.name, person!.files.map(({ name }) => name)], ['周舟', ['周舟 - 一.txt']])
  })
})
