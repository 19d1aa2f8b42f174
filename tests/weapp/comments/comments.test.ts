import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { frames } from '../../support/comments/mp3Frames'
import { recording } from '../../support/samples/media'
import { until } from '../../support/until'
import { openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite({}, { isLive: true })

const texts = (phone: Phone) => phone.host.$$('.comment-text').map(({ text }) => text)
const textsBecome = (phone: Phone, expected: readonly string[]) =>
  phone.until(() => String(texts(phone)) === String(expected) || assert.fail(String(texts(phone))))

describe('two users, one of them in the mini-program', () => {
  test('[COMM-03] [COMM-05] [COMM-08] [MSG-04] [AH-20] a mention arrives, its message opens the comment, and an answer appears', async (t) => {
    const enterprise = await site.make.enterprise()
    const owner = await site.make.user({ enterprise, name: '王珂' })
    const me = await site.make.user({ enterprise, name: '李蔚' })
    const folder = await site.make.folder({ owner })
    const file = await site.make.file({ parent: folder }, { name: '宣讲会.txt', content: '第 8 页' })
    await site.make.collab(folder, { user: me }, 'viewer')
    const [they, own] = [await client(site.server).as(owner.login), await client(site.server).as(me.login)]
    const item_typed_id = `file_${file.id}` as const
    const unread = async () => (await own.call('GET /apps/users/get_base_info', {})).unread_messages_count

    const phone = await openSignedIn(t, site.wire, me)
    await phone.tapBar('messages')
    await phone.at('message')
    await phone.reads(phone.t('messages.empty.all.title'))
    await they.call('POST /apps/comments/create', { item_typed_id, content: `@[${me.id}:x] <b>看</b>` })
    const row = await phone.until('.message')
    assert.equal(row.$('.message-name')!.text, file.name)
    const said = { sender: '王珂', text: '@李蔚 <b>看</b>' }
    assert.equal(row.$('.message-text')!.text, phone.t('messages.comment.mentioned', said))
    assert.equal(await unread(), 1)

    phone.host.tap(row.$('.message-open')!)
    await phone.at('comments', { typed_id: item_typed_id })
    await textsBecome(phone, ['@李蔚 <b>看</b>'])
    assert.equal(phone.host.$('.comments-card-name')!.text, file.name)
    await until('it is read', async () => (await unread()) === 0)

    phone.host.input(await phone.until('.comments-input'), ' 好的 ')
    await phone.until(() => phone.host.$('.comments-submit')!.attr('aria-disabled') !== 'true')
    phone.host.tap('.comments-submit')
    await textsBecome(phone, ['@李蔚 <b>看</b>', '好的'])
    const { comments } = await they.call('GET /apps/files/comments', { item_typed_id })
    assert.deepEqual(
      comments.map(({ content, unread: isUnread }) => [content, isUnread]),
      [
        [`@[${me.id}:李蔚] <b>看</b>`, false],
        ['好的', true],
      ],
    )

    phone.host.back()
    await phone.at('message')
    await phone.until(() => phone.host.$$('.message-dot').length === 0)
    assert.equal(phone.host.$$('.message').length, 1)
  })

  test('[AH-53] an answer quotes its comment, a resolved thread is folded, and a recording is heard before it is sent', async (t) => {
    const enterprise = await site.make.enterprise()
    const me = await site.make.user({ enterprise, name: '周宁' })
    const other = await site.make.user({ enterprise, name: '何苗' })
    const file = await site.make.file({ parent: await site.make.folder({ owner: me }) }, { name: '宣讲会.txt' })
    await site.make.comment(file, other, { content: '第 8 页对吗？' })
    const query = { comment: '1', typed_id: `file_${file.id}` }
    const phone = await openSignedIn(t, site.wire, me, { path: 'packages/comments/index', query })
    await textsBecome(phone, ['第 8 页对吗？'])
    await phone.press(phone.t('comments.answer'))
    await phone.reads(phone.t('comments.answering', { name: '何苗' }))
    assert.equal(phone.host.$('.comments-input')!.attr('focus'), true)
    phone.host.tap(await phone.until('.comments-bar .icon-button'))
    await phone.until('.voice-time')
    const data = await recording({ extension: 'mp3', audio: 'libmp3lame', seconds: 2 })
    phone.host.audio.record({ data, duration: 2000 })
    await phone.press(phone.t('comments.voice.listen'))
    await phone.reads(phone.t('comments.voice.kept.ready'))
    phone.host.tap(await phone.until('.voice .comment-voice'))
    await phone.until('.voice .icon-pause')
    await phone.press(phone.t('comments.submit'))
    await phone.until(() => phone.host.$('.comment-quote')?.text === '何苗第 8 页对吗？')

    await phone.press(phone.t('comments.resolve'))
    await phone.reads(phone.t('comments.resolved', { n: 2 }))
    await textsBecome(phone, [])
    phone.host.tap('.comment-resolved')
    await textsBecome(phone, ['第 8 页对吗？'])
    await phone.press(phone.t('comments.reopen'))
    await phone.until(() => phone.host.$('.comment-resolved') === null)
  })

  deepTest(
    '[COMM-06] [AH-29] a voice comment asks for the guide first and is sent; one that leaving the app interrupts waits',
    async (t) => {
      const me = await site.make.user()
      const file = await site.make.file({ parent: await site.make.folder({ owner: me }) }, { name: '宣讲会.txt' })
      const query = { comment: '1', typed_id: `file_${file.id}` }
      const phone = await openSignedIn(t, site.wire, me, { path: 'packages/comments/index', query, privacy: 'needed' })
      const record = async () => phone.host.tap(await phone.until('.comments-bar .icon-button'))
      await record()
      await phone.answer('privacy.refuse')
      await phone.reads(phone.t('comments.voice.no.privacy'))
      await phone.press(phone.t('comments.voice.again'))
      await phone.answer('privacy.agree')
      await phone.until('.voice-time')
      phone.host.audio.record({
        data: await recording({ extension: 'mp3', audio: 'libmp3lame', seconds: 2 }),
        duration: 2000,
      })
      await phone.press(phone.t('comments.submit'))
      await phone.until(() => phone.host.$('.comment-voice')?.text.includes('0:02'))
      assert.equal(phone.host.$('.voice'), null)

      await record()
      await phone.until('.voice-time')
      phone.host.audio.record({
        data: await recording({ extension: 'mp3', audio: 'libmp3lame', seconds: 3 }),
        duration: 3000,
      })
      phone.host.hide()
      await phone.reads(phone.t('comments.voice.kept.interrupted'))
      phone.host.back()
      await phone.until(() => phone.host.$('.voice') === null)
      await phone.at('comments')
      await record()
      await phone.until('.voice-time')
      await phone.press(phone.t('comments.submit'))
      await phone.until(() => phone.host.$$('.comment-voice').length === 2)
    },
  )

  deepTest('[COMM-06] holding the microphone draws the voice; sliding up discards it, lifting sends it', async (t) => {
    const me = await site.make.user()
    const file = await site.make.file({ parent: await site.make.folder({ owner: me }) }, { name: '宣讲会.txt' })
    const query = { comment: '1', typed_id: `file_${file.id}` }
    const phone = await openSignedIn(t, site.wire, me, { path: 'packages/comments/index', query })
    const data = await recording({ extension: 'mp3', audio: 'libmp3lame', seconds: 2 })
    const finger = async (event: 'touchstart' | 'longpress' | 'touchmove' | 'touchend', clientY: number) =>
      phone.host.fire(await phone.until('.comments-bar .icon-button'), event, { clientY })
    const hold = async () => {
      await finger('touchstart', 700)
      await finger('longpress', 700)
      await phone.until('.voice-held')
    }
    phone.host.audio.record({ data, duration: 2000 })
    await hold()
    await phone.reads(phone.t('comments.voice.hold.on'))
    phone.host.audio.hear(frames(150))
    await phone.until(() => String(phone.host.$$('.voice-bar').at(-1)!.attr('style')).includes('30px'))
    await finger('touchmove', 600)
    await phone.reads(phone.t('comments.voice.hold.away'))
    await finger('touchend', 600)
    await phone.until(() => phone.host.$('.voice') === null)

    phone.host.audio.record({ data, duration: 2000 })
    await hold()
    await finger('touchmove', 690)
    await finger('touchend', 690)
    await phone.until(() => phone.host.$('.comment-voice')?.text.includes('0:02'))
    assert.deepEqual([phone.host.$('.voice'), phone.asked('create_voice').length], [null, 1])
  })

  deepTest('[COMM-01] the message about a deleted item says so', async (t) => {
    const enterprise = await site.make.enterprise()
    const owner = await site.make.user({ enterprise })
    const me = await site.make.user({ enterprise })
    const folder = await site.make.folder({ owner })
    const file = await site.make.file({ parent: folder }, { name: '旧.txt' })
    await site.make.collab(folder, { user: me }, 'viewer')
    const they = await client(site.server).as(owner.login)
    await they.call('POST /apps/comments/create', { item_typed_id: `file_${file.id}`, content: `@[${me.id}:x]` })
    await they.call('POST /apps/files/delete', { item_typed_ids: [`file_${file.id}`] })
    const phone = await openSignedIn(t, site.wire, me, { path: 'packages/message/index' })
    phone.host.tap(await phone.until('.message-open'))
    await phone.at('comments')
    await phone.reads(phone.t('comments.gone'))
    assert.equal(phone.host.$('.comments-form'), null)
  })
})
