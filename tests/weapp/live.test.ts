import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { client } from '../support/client'
import { openOwn } from './Phone'
import { openSite } from './site'

const site = openSite()

/** ms between two looks at a list */
const interval = 20_000

/** A folder's owner with the phone in their hand, and the same user elsewhere, who acts. */
async function two() {
  const user = await site.make.user()
  const file = await site.make.file({ owner: user }, { name: '旧.txt' })
  return { user, file, elsewhere: await client(site.server).as(user.login) }
}

describe('[AH-20] the open list changes when somebody acts elsewhere, by asking every 20 s', () => {
  test('a new folder, another name and a deletion show without a touch; the rows that stay are not sent again', async (t) => {
    const { user, file, elsewhere } = await two()
    const phone = await openOwn(t, site.wire, user)
    await phone.row('旧.txt')
    await elsewhere.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '别处的' })
    await phone.until(() => phone.host.due(interval) > 0)
    await phone.row('别处的')
    await elsewhere.call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name: '新名.txt' })
    await phone.until(() => phone.host.due(interval) > 0)
    await phone.row('新名.txt')
    await elsewhere.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    await phone.until(() => phone.host.due(interval) > 0)
    await phone.rowGone('新名.txt')
  })

  test('an open sheet is not disturbed; in the background nothing is asked, and coming back asks at once', async (t) => {
    const { user, elsewhere } = await two()
    const phone = await openOwn(t, site.wire, user)
    await phone.menu('旧.txt')
    await phone.until('.sheet')
    await elsewhere.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '别处的' })
    const before = phone.asked('/file_list/0').length
    await phone.until(() => phone.host.due(interval) > 0)
    assert.deepEqual([phone.asked('/file_list/0').length, phone.names], [before, ['旧.txt']])
    phone.host.back()
    await phone.until(() => !phone.host.$('.sheet'))
    await phone.until(() => phone.host.due(interval) > 0)
    await phone.row('别处的')
    await phone.until(() => phone.host.waits(interval) > 0)
    phone.host.hide()
    await phone.until(() => phone.host.waits(interval) === 0)
    await elsewhere.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '后来的' })
    const asked = phone.asked('/file_list/0').length
    phone.host.show()
    await phone.row('后来的')
    assert.equal(phone.asked('/file_list/0').length, asked + 1)
  })

  test('[LIST-06] a new folder stays on top while nobody else acts, and what somebody else does shows', async (t) => {
    const { user, elsewhere } = await two()
    await site.make.folder({ owner: user }, { name: '甲' })
    await elsewhere.call('GET /apps/files/file_list/{folderId}', {
      folderId: 0,
      folder_type: 'own',
      sort_by: 'name',
      sort_direction: 'asc',
    })
    const phone = await openOwn(t, site.wire, user)
    await phone.row('旧.txt')
    assert.deepEqual(phone.names, ['甲', '旧.txt'])
    await phone.add('name.newFolder')
    await phone.until('.name-form .field-input')
    phone.fill(0, '终')
    phone.host.confirm('.name-form .field-input')
    await phone.row('终')
    // The next look is due when the answer to the last one is there.
    for (let look = 0; look < 3; look += 1) {
      await phone.until(() => phone.host.due(interval) > 0)
      assert.deepEqual(phone.names, ['终', '甲', '旧.txt'])
    }
    await elsewhere.call('POST /apps/files/new_folder', { parent_folder_id: 0, name: '乙' })
    await phone.until(() => phone.host.due(interval) > 0)
    await phone.row('乙')
    assert.deepEqual(phone.names, ['甲', '乙', '终', '旧.txt'])
  })
})
