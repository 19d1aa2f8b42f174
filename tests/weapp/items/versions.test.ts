import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { client } from '../../support/client'
import { endBrowserAfter } from '../../browser/rig/browser'
import { deepTest } from '../../support/deep'
import { until } from '../../support/until'
import { upload } from '../../support/uploads/upload'
import { boxesOn } from '../layout'
import { openOwn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()
endBrowserAfter()

/** The texts of the open list of versions, the newest first. */
const versions = ({ host }: Phone) => host.$$('.version').map((version) => version.text)

async function twoVersions() {
  const user = await site.make.user()
  const file = await site.make.file({ owner: user }, { name: '报告.txt', content: '第一稿' })
  await upload(await client(site.server).as(user.login), '改.txt', Buffer.from('第二稿啊'), {
    target_file_id: file.id,
    remark: '改了结尾',
  })
  return { user, file }
}

async function openVersions(phone: Phone): Promise<void> {
  await phone.menu('报告.txt')
  await phone.choose('menu.viewVersions')
  await phone.at('preview')
  await phone.until('.version')
}

describe('versions', () => {
  test('[PREV-12] [PREV-17] the popup lists versions, the current one closes it, another is shown, and the applet downloads none', async (t) => {
    const { user, file } = await twoVersions()
    const phone = await openOwn(t, site.wire, user)
    await openVersions(phone)
    const [newest = '', oldest = ''] = versions(phone)
    for (const part of [
      phone.t('versions.number', { n: 2 }),
      phone.t('versions.current'),
      user.name,
      '12 B',
      '改了结尾',
    ])
      assert.ok(newest.includes(part), newest)
    for (const part of [phone.t('versions.number', { n: 1 }), '9 B']) assert.ok(oldest.includes(part), oldest)
    assert.equal(phone.host.$('.version .icon-button'), null)

    phone.host.tap('.version-press')
    await phone.until(() => !phone.host.$('.sheet'))
    await phone.at('preview', { file_id: String(file.id) })
    phone.host.tap(await phone.icon('ellipsis'))
    await phone.choose('menu.viewVersions')
    await phone.until('.version')
    phone.host.tap(phone.host.$$('.version-press')[1]!)
    await phone.reads(phone.t('versions.oldNumber', { n: 1 }))
    assert.match(String(phone.host.page.query.version), /^\d+$/)
    assert.equal(phone.host.$('.icon-ellipsis'), null)
    await phone.reads(phone.t('versions.makeCurrent'))
    await phone.press(phone.t('versions.toCurrent'))
    await phone.until(() => !phone.host.$('.preview-bar-old'))
    phone.host.back()
    await phone.row('报告.txt')
  })

  test('[AH-52] an older version becomes the current one, the toast undoes it, and a remark is changed', async (t) => {
    const { user, file } = await twoVersions()
    const phone = await openOwn(t, site.wire, user)
    await openVersions(phone)
    /** The list shows the newest version first. */
    const isCurrent = (n: number) => Boolean(phone.host.$$('.version')[2 - n]?.$('.version-current'))
    await phone.press(phone.t('versions.makeCurrent'))
    await phone.until(() => isCurrent(1))
    await phone.press(phone.t('action.undo'))
    await phone.until(() => isCurrent(2))
    phone.host.tap(phone.host.$$('.version-acts .text-button-plain')[1]!)
    await phone.until('.remark')
    phone.fill(0, ' 初稿 ')
    await phone.press(phone.t('action.save'))
    await phone.until(() => versions(phone)[1]?.includes('初稿') === true)
    const me = await client(site.server).as(user.login)
    const { file_versions } = await me.call('GET /apps/files/versions', { file_id: file.id })
    assert.deepEqual(
      file_versions.map(({ remark, current }) => [remark, current]),
      [
        ['改了结尾', true],
        ['初稿', false],
      ],
    )
  })

  test('[AH-52] the toast of the choice lies above the list of versions', async (t) => {
    const { user } = await twoVersions()
    const phone = await openOwn(t, site.wire, user)
    await openVersions(phone)
    await phone.press(phone.t('versions.makeCurrent'))
    await phone.until('.toast')
    const [toast, sheet] = await boxesOn(phone, ['.toast', '.sheet'])
    assert.ok(toast!.bottom <= sheet!.top, JSON.stringify([toast, sheet]))
  })

  deepTest('the back gesture closes the popup first', async (t) => {
    const { user } = await twoVersions()
    const phone = await openOwn(t, site.wire, user)
    await openVersions(phone)
    phone.host.back()
    await phone.until(() => !phone.host.$('.sheet'))
    await phone.at('preview')
    phone.host.back()
    await phone.row('报告.txt')
  })

  test('[UPL-05] [UPL-07] a new version comes from a chat with its remark, and another kind of file is refused in words', async (t) => {
    const { user } = await twoVersions()
    const phone = await openOwn(t, site.wire, user)
    await openVersions(phone)
    phone.host.pick([{ name: '图.png', data: 'x' }])
    await phone.press(phone.t('versions.upload'))
    assert.equal((await phone.dialog()).text, phone.t('upload.fault.otherKind', { extension: 'txt' }))
    await phone.answer('action.gotIt')
    phone.host.pick([{ name: '定稿.txt', data: '第三稿在这里' }])
    await phone.press(phone.t('versions.upload'))
    await phone.until('.remark')
    phone.fill(0, ' 定了 ')
    await phone.press(phone.t('versions.send'))
    await phone.until(() => !phone.host.$('.sheet'))
    const me = await client(site.server).as(user.login)
    const { items } = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    const file_id = items![0]!.id
    await until(
      'the new version',
      async () => (await me.call('GET /apps/files/versions', { file_id })).file_versions[0]?.remark === '定了',
    )
    phone.host.back()
    await phone.row('报告.txt')
    assert.deepEqual(phone.names, ['报告.txt'])
  })
})
