import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { readConfiguration } from '../../../server/config/configuration'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { MessengerStandIn } from '../../support/messengers/messengerStandIn'
import { until } from '../../support/until'
import { fillWithFolders } from '../../browser/rig/many'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const SEND = '/cgi-bin/message/subscribe/send'
const fields = { thing1: '{sender}', thing2: '{item}' }

const standIn = await MessengerStandIn.start()
after(() => standIn.close())
const site = openSite({
  messengers: {
    ...readConfiguration({}, '/').messengers,
    wechatUrl: standIn.url,
    wechatApplet: { id: 'wxapplet', secret: 'appletsecret' },
    mentionTemplate: { id: 'mention', fields },
    invitationTemplate: { id: 'invitation', fields },
  },
})
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const names = (phone: Phone) => phone.host.$$('.message-name').map(({ text }) => text)
const namesBecome = (phone: Phone, expected: readonly string[]) =>
  phone.until(() => String(names(phone)) === String(expected) || assert.fail(String(names(phone))))
const badge = (phone: Phone) => phone.host.$('.icon-button-badge')?.text ?? ''
const dots = (phone: Phone) => phone.host.$$('.message-dot').length

async function three() {
  const user = await site.make.user()
  for (const [at, name] of ['甲', '乙', '丙'].entries())
    await site.make.message(user, { modified_at: ago(at), notice: { name, folder: '归档' } })
  return user
}

async function openMessages(phone: Phone) {
  await phone.tapBar('messages')
  await phone.at('message')
  await phone.titled(phone.t('messages.kind.all'))
}

/** Opens the menu of a message and presses an entry. */
async function choose(phone: Phone, name: string, key: 'messages.remove' | 'messages.markRead') {
  const row = await phone.until(() => phone.host.$$('.message').find((each) => each.$('.message-name')!.text === name))
  phone.host.tap(row.$('.message-more')!)
  await phone.until('.sheet .menu-entry')
  await phone.choose(key)
  await phone.until(() => !phone.host.$('.sheet'))
}

describe('[LIST-01] [AH-47] the messages in the bar at the foot', () => {
  for (const [count, shows] of [
    [0, ''],
    [3, '3'],
    [99, '99'],
    [100, '99+'],
  ] as const) {
    deepTest(
      `${count} unread: the badge reads “${shows}”; the entry leads to the messages, back returns`,
      async (t) => {
        const user = await site.make.user()
        if (count > 0) await site.make.message(user, { unread_count: count })
        const phone = await openSignedIn(t, site.wire, user)
        await phone.until('.foot-messages')
        await phone.until(() => badge(phone) === shows)
        await openMessages(phone)
        phone.host.back()
        await phone.at('files')
        await phone.titled(phone.t('space.frequent'))
      },
    )
  }
})

describe('the message centre', () => {
  deepTest(
    '[MSG-10] a tap on an unread message, its menu and “mark all read” mark it read, and the badge agrees with the server',
    async (t) => {
      const user = await three()
      const phone = await openSignedIn(t, site.wire, user)
      await openMessages(phone)
      await namesBecome(phone, ['甲', '乙', '丙'])
      assert.equal(phone.host.$('.message-text')!.text, phone.t('messages.finished.copy', { n: 1, folder: '归档' }))
      phone.host.tap('.message-open')
      await phone.until(() => dots(phone) === 2)
      await phone.at('message')
      await choose(phone, '乙', 'messages.markRead')
      await phone.until(() => dots(phone) === 1)
      phone.host.back()
      await phone.at('files')
      await phone.until(() => badge(phone) === '1')
      await openMessages(phone)
      await phone.press(phone.t('messages.markAll'))
      await phone.toast('message.allRead')
      await phone.until(() => dots(phone) === 0)
      phone.host.back()
      await phone.at('files')
      await phone.until(() => badge(phone) === '')
      const own = await client(site.server).as(user.login)
      assert.equal((await own.call('GET /apps/users/get_base_info', {})).unread_messages_count, 0)
    },
  )

  deepTest(
    '[AH-09] [ERR-06] deleting asks first, undo restores the row in its place, and a deletion stands after the page is left',
    async (t) => {
      const user = await three()
      const phone = await openSignedIn(t, site.wire, user)
      await openMessages(phone)
      await namesBecome(phone, ['甲', '乙', '丙'])
      await choose(phone, '乙', 'messages.remove')
      await phone.answer('action.cancel')
      await phone.until(() => !phone.host.$('.dialog'))
      assert.deepEqual([phone.asked('/messages/delete'), names(phone)], [[], ['甲', '乙', '丙']])
      await choose(phone, '乙', 'messages.remove')
      await phone.answer('remove.confirm')
      await phone.toast('message.removed')
      await namesBecome(phone, ['甲', '丙'])
      await phone.press(phone.t('action.undo'))
      await phone.toast('message.restored')
      await namesBecome(phone, ['甲', '乙', '丙'])
      await choose(phone, '甲', 'messages.remove')
      await phone.answer('remove.confirm')
      await phone.toast('message.removed')
      const again = await openSignedIn(t, site.wire, user, { path: 'packages/message/index' })
      await namesBecome(again, ['乙', '丙'])
    },
  )

  deepTest(
    '[MSG-05] a swipe offers reading and deleting, sets the movable view’s position, and leaves only one row open',
    async (t) => {
      const user = await three()
      const phone = await openSignedIn(t, site.wire, user)
      await openMessages(phone)
      await namesBecome(phone, ['甲', '乙', '丙'])
      const row = (name: string) => phone.host.$$('.message').find((each) => each.$('.message-name')!.text === name)!
      const offset = (name: string) => Math.round(Number(row(name).$('movable-view')!.attr('x'))) || 0
      const option = (name: string, key: 'messages.markRead' | 'messages.remove') =>
        row(name)
          .$$('.swipe-option')
          .find(({ text }) => text === phone.t(key))!
      /** WeChat moves the view under the finger and reports its position. */
      const swipe = async (name: string, x: number, expected: number) => {
        const view = row(name).$('movable-view')!
        phone.host.fire(view, 'touchstart')
        phone.host.fire(view, 'change', { x, y: 0, source: 'touch' })
        phone.host.fire(view, 'touchend')
        await phone.until(() => offset(name) === expected)
      }
      assert.equal(row('甲').$('movable-view')!.attr('direction'), 'horizontal')
      await swipe('甲', -60, 0)
      await swipe('甲', -120, -180)
      await swipe('乙', -100, -180)
      await phone.until(() => offset('甲') === 0)
      phone.host.tap(option('乙', 'messages.markRead'))
      await phone.until(() => dots(phone) === 2 && offset('乙') === 0)
      assert.deepEqual(
        row('乙')
          .$$('.swipe-option')
          .map(({ text }) => text),
        [phone.t('messages.remove')],
      )
      await swipe('乙', -50, -72)
      phone.host.tap(option('乙', 'messages.remove'))
      await phone.answer('remove.confirm')
      await namesBecome(phone, ['甲', '丙'])
      assert.equal(phone.asked('/messages/delete').length, 1)
    },
  )

  deepTest(
    '[MSG-01] a filter changes the title and loads page 1, an empty kind says so, and back closes only the list of filters',
    async (t) => {
      const user = await three()
      const phone = await openSignedIn(t, site.wire, user)
      await openMessages(phone)
      phone.host.tap(await phone.until('.header-press'))
      await phone.until('.navigation')
      phone.host.back()
      await phone.until(() => !phone.host.$('.navigation'))
      await phone.at('message')
      for (const filter of ['comment', 'share_link', 'collab'] as const) {
        phone.host.tap(await phone.until('.header-press'))
        await phone.until('.navigation')
        const label = phone.t(`messages.kind.${filter}`)
        phone.host.tap(await phone.until(() => phone.host.$$('.navigation-place').find(({ text }) => text === label)))
        await phone.titled(label)
        if (filter === 'collab') await namesBecome(phone, ['甲', '乙', '丙'])
        else await phone.reads(phone.t(`messages.empty.${filter}.title`))
      }
      const asked = phone.asked('/messages/get_list').map((url) => new URLSearchParams(url.split('?')[1]))
      assert.deepEqual(
        asked.map((query) => [query.get('page_number'), query.get('types')]),
        [
          ['1', 'comment,share_link,collab'],
          ['1', 'comment'],
          ['1', 'share_link'],
          ['1', 'collab'],
        ],
      )
    },
  )

  test('[AH-50] somebody who is not in a folder asks for access, and the owner grants it in the messages', async (t) => {
    const enterprise = await site.make.enterprise()
    const [owner, asker] = [await site.make.user({ enterprise }), await site.make.user({ enterprise })]
    const folder = await site.make.folder({ owner }, { name: '教案' })
    const place = { query: { space: 'folder', id: String(folder.id) } }
    const theirs = await openSignedIn(t, site.wire, asker, place)
    await theirs.press(theirs.t('ask.action'))
    await theirs.reads(theirs.t('ask.sent'))
    await until('the message', async () => {
      const own = await client(site.server).as(owner.login)
      return (await own.call('GET /apps/messages/get_list', {})).messages.length === 1
    })
    const phone = await openSignedIn(t, site.wire, owner, { path: 'packages/message/index' })
    await namesBecome(phone, ['教案'])
    phone.host.tap('.message-open')
    await phone.until('.sheet .menu-entry')
    await phone.choose('messages.request.editor')
    await phone.reads(phone.t('messages.request.granted', { sender: asker.name }))
    const again = await openSignedIn(t, site.wire, asker, place)
    await again.titled('教案')
  })

  test('[AH-56] messages about one folder are one entry with a face and a number, and its menu lists the earlier ones', async (t) => {
    const enterprise = await site.make.enterprise()
    const [user, sender] = [await site.make.user({ enterprise }), await site.make.user({ enterprise, name: '陈希' })]
    for (const minutes of [9, 3])
      await site.make.message(user, {
        sender_id: sender.id,
        about_item_id: 5,
        modified_at: ago(minutes),
        notice: { action: 'collab_role', name: '资料' },
      })
    const phone = await openSignedIn(t, site.wire, user, { path: 'packages/message/index' })
    await namesBecome(phone, ['资料'])
    assert.deepEqual(
      ['.avatar', '.message-count'].map((part) => phone.host.$(part)!.text),
      ['陈', '2'],
    )
    phone.host.tap('.message-open')
    await phone.until('.sheet .earlier-line')
    await phone.until(() => dots(phone) === 0)
    phone.host.back()
    await phone.until(() => !phone.host.$('.sheet'))
  })

  deepTest('[MSG-02] the next page loads near the end, until the last', async (t) => {
    const user = await site.make.user()
    for (let at = 0; at < 60; at += 1)
      await site.make.message(user, { modified_at: ago(at), notice: { name: `第${at}条` } })
    const phone = await openSignedIn(t, site.wire, user, { path: 'packages/message/index' })
    await phone.until(() => names(phone).length === 25)
    for (const count of [50, 60]) {
      phone.host.fire('.messages', 'scrolltolower', { direction: 'bottom' })
      await phone.until(() => names(phone).length === count)
    }
    assert.equal(names(phone).at(-1), '第59条')
    assert.equal(phone.asked('/messages/get_list').length, 3)
  })

  deepTest('[AH-11] pulling loads new messages', async (t) => {
    const user = await three()
    const phone = await openSignedIn(t, site.wire, user, { path: 'packages/message/index' })
    await namesBecome(phone, ['甲', '乙', '丙'])
    await site.make.message(user, { modified_at: ago(-1), notice: { name: '新' } })
    phone.host.fire('.messages', 'refresherrefresh')
    await namesBecome(phone, ['新', '甲', '乙', '丙'])
  })

  test('[RT-04] the page opens the kind that its parameters name, and a failed list can be retried', async (t) => {
    const user = await three()
    const phone = await openSignedIn(t, site.wire, user, {
      path: 'packages/message/index',
      query: { type: 'collab' },
    })
    await phone.titled(phone.t('messages.kind.collab'))
    await namesBecome(phone, ['甲', '乙', '丙'])
    const cut = site.wire.cut('/apps/messages/get_list')
    const broken = await openSignedIn(t, site.wire, user, { path: 'packages/message/index' })
    await broken.reads(broken.t('empty.failed.title'))
    cut.stop()
    await broken.press(broken.t('action.retry'))
    await namesBecome(broken, ['甲', '乙', '丙'])
  })
})

deepTest(
  '[AH-30] WeChat asks for each message that may leave the app, and the server sends only the accepted ones',
  async (t) => {
    const { make, server } = site
    const enterprise = await make.enterprise()
    const owner = await make.user({ enterprise, name: '王珂' })
    const me = await make.user({ enterprise, name: '李蔚' })
    const folder = await make.folder({ owner }, { name: '宣讲' })
    const file = await make.file({ parent: folder }, { name: '宣讲会.txt' })
    await make.collab(folder, { user: me }, 'viewer')
    const they = await client(server).as(owner.login)
    const mention = () =>
      they.call('POST /apps/comments/create', { item_typed_id: `file_${file.id}`, content: `@[${me.id}:x] 看` })
    const settled = () =>
      until('nothing is to be told', async () => {
        const jobs = await server.deps.db
          .selectFrom('jobs')
          .select('state')
          .where('kind', 'like', '%_outside')
          .execute()
        return jobs.every(({ state }) => state !== 'waiting' && state !== 'running')
      })
    const asked: string[] = []
    const loginCodes = ['one', 'two']
    for (const code of loginCodes) standIn.logins.set(code, { openid: 'me', session_key: 'a2V5' })
    const phone = await openSignedIn(t, site.wire, me, {
      path: 'packages/message/index',
      loginCodes,
      takesMessages(template) {
        asked.push(template)
        if (template === 'mention') standIn.accept('me', template)
        return template === 'mention'
      },
    })
    phone.host.tap(await phone.until('.header-press'))
    await phone.press(phone.t('messages.outside.title'))
    const row = (kind: 'mention' | 'invitation') =>
      phone.until(() =>
        phone.host.$$('.outside-row').find(({ text }) => text.includes(phone.t(`messages.outside.kind.${kind}`))),
      )
    const isOn = async (kind: 'mention' | 'invitation') => (await row(kind)).$('.switch-on') !== null
    phone.host.tap((await row('mention')).$('.switch')!)
    await phone.until(() => asked.length === 1 && phone.host.$$('.switch-on').length === 2)
    phone.host.tap((await row('invitation')).$('.switch')!)
    await phone.toast('outside.refused')
    assert.deepEqual([asked, await isOn('mention'), await isOn('invitation')], [['mention', 'invitation'], true, false])

    await mention()
    const invited = await make.folder({ owner }, { name: '教务' })
    await they.call('POST /apps/collabs/invite', { folder_id: invited.id, invited_users: `${me.id}:viewer` })
    await until('the mention is sent', () => standIn.sent.length === 1)
    await settled()
    const { body } = standIn.sent[0]!
    assert.deepEqual(
      [body.template_id, body.data],
      ['mention', { thing1: { value: '王珂' }, thing2: { value: file.name } }],
    )
    const tried = () => standIn.asked.flatMap((each) => (each.path === SEND ? String(each.body.template_id) : []))
    assert.deepEqual(tried(), ['mention'])

    // WeChat sends one message per consent.
    await mention()
    await settled()
    assert.equal(standIn.sent.length, 1)
    phone.host.tap((await row('mention')).$('.text-button')!)
    await phone.toast('outside.oneMore')
    await mention()
    await until('one more is sent', () => standIn.sent.length === 2)
    assert.deepEqual([asked, new Set(tried())], [['mention', 'invitation', 'mention'], new Set(['mention'])])
  },
)

deepTest('[LIST-07] a background copy says so, and later a system message says where it went', async (t) => {
  const { make, server } = site
  const user = await make.user()
  const folder = await make.folder({ owner: user }, { name: '千项' })
  await fillWithFolders(site, user, 1001, folder.id)
  const phone = await openOwn(t, site.wire, user)
  await phone.menu('千项')
  await phone.choose('menu.copy')
  await phone.at('pick')
  const into = phone.t('pick.into.copy', { name: phone.t('space.own') })
  const level = () => phone.host.$$('.pick-level').find((each) => !String(each.attr('class')).includes('pick-hidden'))
  phone.host.tap(
    await phone.until(() =>
      level()
        ?.$$('button')
        .find((button) => button.text === into && !button.attr('disabled')),
    ),
  )
  await phone.toast('copy.later')
  await until('its end', () =>
    server.deps.db.selectFrom('messages').select('id').where('user_id', '=', user.id).executeTakeFirst(),
  )
  const later = await openSignedIn(t, site.wire, user)
  await later.until(() => badge(later) === '1')
  await openMessages(later)
  await namesBecome(later, ['千项'])
  assert.equal(
    later.host.$('.message-text')!.text,
    later.t('messages.finished.copy', { n: 1, folder: later.t('space.own') }),
  )
})
