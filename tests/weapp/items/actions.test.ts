import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()

type User = Awaited<ReturnType<typeof site.make.user>>

async function userWith(...names: string[]): Promise<User> {
  const user = await site.make.user()
  for (const name of names) await site.make.file({ owner: user }, { name })
  return user
}

describe('[ACT-04] favourite', () => {
  deepTest('adding and removing a favourite succeeds even if another client did the same before', async (t) => {
    const user = await site.make.user()
    const file = await site.make.file({ owner: user }, { name: '课表.txt' })
    const elsewhere = await client(site.server).as(user.login)
    const phone = await openOwn(t, site.wire, user)
    await elsewhere.call('POST /apps/frequently_used_items/add', { typed_id: `file_${file.id}` })
    await phone.menu('课表.txt')
    await phone.choose('menu.favourite')
    await phone.toast('favourite.added')
    await elsewhere.call('POST /apps/frequently_used_items/delete', { typed_id: `file_${file.id}` })
    await phone.menu('课表.txt')
    await phone.choose('menu.unfavourite')
    await phone.toast('favourite.removed')
    assert.equal(phone.host.$('.dialog'), null)
  })
})

describe('[ACT-05] rename', () => {
  async function openForm(phone: Phone, name: string): Promise<void> {
    await phone.menu(name)
    await phone.choose('menu.rename')
    await phone.until('.name-form')
  }
  const save = (phone: Phone) => phone.press(phone.t('action.save'))

  deepTest('a rename is trimmed and keeps the extension, and Cancel changes nothing', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('课表.tar.gz'))
    await openForm(phone, '课表.tar.gz')
    const field = phone.host.$('.name-form .field-input')!
    assert.deepEqual(
      ['value', 'selection-start', 'selection-end'].map((name) => field.attr(name)),
      ['课表', 0, 2],
    )
    assert.equal(phone.host.text('.field-suffix'), '.tar.gz')
    phone.fill(0, '  秋季课表  ')
    phone.host.confirm('.name-form .field-input')
    await phone.toast('name.renamed')
    await phone.row('秋季课表.tar.gz')
    assert.equal(phone.host.$('.name-form'), null)
  })

  const wrong: [string, string, (phone: Phone) => string][] = [
    ['223 characters', '长'.repeat(223), (phone) => phone.t('name.fault.name_too_long')],
    ['a character that no name may have', 'a/b', (phone) => phone.t('name.fault.name_character', { character: '/' })],
    ['a name that is taken, as the server says', '别的', () => '同名'],
  ]
  for (const [title, typed, says] of wrong) {
    deepTest(`the field says what is wrong: ${title}`, async (t) => {
      const phone = await openOwn(t, site.wire, await userWith('课表.txt', '别的.txt'))
      await openForm(phone, '课表.txt')
      phone.fill(0, typed)
      await save(phone)
      const error = await phone.until('.field-error')
      assert.ok(error.text.includes(says(phone)), error.text)
      assert.equal(phone.host.$('.name-form .field-input')!.attr('value'), typed)
      assert.equal(phone.host.$$('.dialog').length, 1)
      phone.fill(0, '改对了')
      await phone.until(() => !phone.host.$('.field-error'))
      await save(phone)
      await phone.row('改对了.txt')
    })
  }

  deepTest('an empty name cannot be saved, and 222 characters can', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('课表.txt'))
    await openForm(phone, '课表.txt')
    phone.fill(0, '   ')
    await phone.until('.button-disabled')
    phone.host.confirm('.name-form .field-input')
    assert.deepEqual(phone.asked('/files/edit'), [])
    const longest = '长'.repeat(222)
    phone.fill(0, longest)
    await phone.reads('222 / 222')
    await save(phone)
    await phone.row(`${longest}.txt`)
  })
})

describe('[ACT-07] delete', () => {
  deepTest('deleting asks first, and only a yes deletes', async (t) => {
    const phone = await openOwn(t, site.wire, await userWith('课表.txt', '别的.txt'))
    const ask = async () => {
      await phone.menu('课表.txt')
      await phone.choose('menu.delete')
      return phone.dialog()
    }
    assert.deepEqual(await ask(), {
      title: phone.t('remove.title', { name: '课表.txt' }),
      text: phone.t('remove.text', { n: 30 }),
      buttons: [phone.t('action.cancel'), phone.t('remove.confirm')],
    })
    await phone.answer('action.cancel')
    await phone.until(() => !phone.host.$('.dialog'))
    await ask()
    phone.host.back()
    await phone.until(() => !phone.host.$('.dialog'))
    assert.deepEqual(phone.asked('/files/delete'), [])
    await ask()
    await phone.answer('remove.confirm')
    await phone.toast('remove.done', { name: '课表.txt' })
    assert.deepEqual(phone.names, ['别的.txt'])
  })

  deepTest('the root folder of a department needs the department’s delete_folder', async (t) => {
    const school = await site.make.enterprise()
    const parent = await site.make.department({ enterprise: school, name: '学校' })
    const office = await site.make.department({ parent, name: '教务处' })
    const [manager, member] = [
      await site.make.user({ enterprise: school }),
      await site.make.user({ enterprise: school }),
    ]
    await site.make.member(parent, manager, { isManager: true })
    await site.make.member(office, manager, { isManager: true })
    await site.make.member(office, member, { isManager: true })
    const deletes = async (user: User) => {
      const phone = await openSignedIn(t, site.wire, user)
      await phone.goTo('教务处')
      phone.host.tap(await phone.icon('ellipsis'))
      await phone.until('.sheet .menu-entry')
      return phone.host.$$('.menu-entry').some(({ text }) => text === phone.t('menu.delete'))
    }
    assert.deepEqual([await deletes(manager), await deletes(member)], [true, false])
  })
})

describe('failures of a call', () => {
  const call = 'POST /api/apps/frequently_used_items/add'
  const id = '3f6c'
  const statuses: [string, (phone: Phone) => string][] = [
    ['403', (phone) => phone.t('failure.http403')],
    ['404', (phone) => phone.t('failure.http404')],
    ['500', (phone) => `${phone.t('failure.http500')}\n${phone.t('failure.requestId', { id })}`],
    ['504', (phone) => `${phone.t('failure.http504')}\n${phone.t('failure.requestId', { id })}`],
    ['200', (phone) => phone.t('failure.timeout')],
  ]
  const press = async (phone: Phone) => {
    await phone.menu('课表.txt')
    await phone.choose('menu.favourite')
  }

  test('[ERR-02] HTTP 403, 404, 500, 502 with retry, 504, a failed network and a foreign answer have words; 401 asks to sign in', async (t) => {
    const user = await userWith('课表.txt')
    const phone = await openOwn(t, site.wire, user)
    for (const [status, says] of statuses) {
      const wrong = site.wire.answer(call, Number(status), { request_id: id })
      await press(phone)
      const { text, buttons } = await phone.dialog()
      assert.deepEqual([text, buttons], [says(phone), [phone.t('action.gotIt')]], status)
      wrong.stop()
      await phone.answer('action.gotIt')
      await phone.until(() => !phone.host.$('.dialog'))
    }
    const cut = site.wire.cut(call)
    phone.host.requests.length = 0
    await press(phone)
    assert.equal((await phone.dialog()).text, phone.t('failure.network'))
    cut.stop()
    await phone.answer('action.gotIt')
    await phone.until(() => !phone.host.$('.dialog'))

    // One outage opens one dialog (AH-19), so the app checks whether this one is over.
    await phone.until(() =>
      phone.host.requests.some(({ url, status }) => url.endsWith('/is_user_logged_in') && status === 200),
    )
    phone.host.setNetwork('none')
    await press(phone)
    assert.equal((await phone.dialog()).text, phone.t('failure.network'))
    phone.host.setNetwork('wifi')
    await phone.answer('action.gotIt')
    await phone.until(() => !phone.host.$('.dialog'))

    const gateway = site.wire.answer(call, 502)
    await press(phone)
    const { text, buttons } = await phone.dialog()
    assert.deepEqual([text, buttons], [phone.t('failure.http502'), [phone.t('action.cancel'), phone.t('action.retry')]])
    gateway.stop()
    await phone.answer('action.retry')
    await phone.toast('favourite.added')

    await site.endSessions()
    await phone.menu('课表.txt')
    await phone.choose('menu.unfavourite')
    assert.equal((await phone.dialog()).text, phone.t('failure.sessionExpired'))
  })

  const refusal = (place: string, entry: object) => ({ success: false, errors: { [place]: entry } })
  const entry = (error_code: string, more = {}) => ({
    error_code,
    error_msg: '',
    error_tr_msg: `服务器说：${error_code}`,
    ...more,
  })

  deepTest(
    '[ERR-01] validation and external errors show their first message, permission_denied its redirect, and sign-in and security follow',
    async (t) => {
      const user = await userWith('课表.txt')
      const phone = await openOwn(t, site.wire, user)
      const alerts: [object, string][] = [
        [refusal('validation_errors', [entry('item_not_found'), entry('name_empty')]), '服务器说：item_not_found'],
        [refusal('external_errors', [entry('server_error'), entry('quota_exceeded')]), '服务器说：server_error'],
        [refusal('permission_denied', entry('permission_denied')), '服务器说：permission_denied'],
      ]
      for (const [body, says] of alerts) {
        const wrong = site.wire.answer(call, 200, body)
        await press(phone)
        assert.equal((await phone.dialog()).text, says)
        wrong.stop()
        await phone.answer('action.gotIt')
        await phone.until(() => !phone.host.$('.dialog'))
      }
      const redirect = '/pages/files/index?space=collab'
      const away = site.wire.answer(call, 200, refusal('permission_denied', entry('permission_denied', { redirect })))
      await press(phone)
      await phone.answer('action.gotIt')
      await phone.titled(phone.t('space.collab'))
      away.stop()

      for (const place of ['login_expired', 'security_check_failed']) {
        await phone.goTo(phone.t('space.own'))
        const expired = site.wire.answer(call, 200, refusal(place, entry(place)))
        await press(phone)
        await phone.at('login')
        assert.equal(phone.host.$('.dialog'), null)
        expired.stop()
        await phone.signIn(user.login)
        await phone.at('files', { space: 'own' })
        await phone.toast('favourite.added')
        await phone.menu('课表.txt')
        await phone.choose('menu.unfavourite')
        await phone.toast('favourite.removed')
      }

      site.wire.answer(call, 200, refusal('force_two_step', entry('force_two_step')))
      await press(phone)
      await phone.until(() => phone.host.page.route === 'packages/account/security/index')
    },
  )
})
