import { describe, expect, test } from '@jest/globals'
import { FileRequestDraft } from '@/stores/fileRequests/FileRequestDraft'
import { CommentForm } from '@/stores/comments/CommentForm'
import { CommentStore } from '@/stores/comments/CommentStore'
import { ListStore } from '@/stores/items/lists/ListStore'
import { recentsOf } from '@/stores/items/lists/RecentStore'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { InviteDraft } from '@/stores/members/InviteDraft'
import { PlaybackPositions } from '@/stores/previews/PlaybackPositions'
import { ReadingPlaces } from '@/stores/previews/reading/ReadingPlaces'
import { ShareDraft } from '@/stores/shares/ShareDraft'
import { createApp, type AppServices } from '@/stores/app/AppServices'
import { noteUpload } from '@/stores/uploads/uploadNotes'
import { freePolicy } from '../../support/shares/shareTable'
import { makeBaseInfo, makeContact, makeFolderReply, makeItem, makeUser } from '../support/factories'
import type { FakePlatform } from '../support/fakePlatform'
import { platformSignedIn, startApp, type Rig } from '../support/startApp'
import { settled } from '../support/until'

/** Texts that, wherever they are found, belong to the person. */
const secrets = ['机密', '4711geheim', '李蔚', 'liwei']
const secret = makeItem({ id: 3, typed_id: 'file_3', name: '机密.pdf', permissions: ['item_view', 'item_share'] })
const colleague = makeContact({ name: '李蔚', login: 'liwei@mingde.demo' })

/** Begins one draft of each kind, with the forms still open. */
async function begin(app: AppServices) {
  const share = new ShareDraft(app, 'file_3')
  await share.find()
  share.setMessage('机密：别外传')
  share.saveSettings({ ...share.settings, password_protected: true, password: '4711geheim' })
  share.setUnsaved({ ...share.settings, password: '4711geheim2' })
  const invite = new InviteDraft(app, 3, 'owner')
  invite.setMessage('机密项目')
  chosenContactsOf(app).put(invite.choice, [colleague])
  const collect = new FileRequestDraft(app, 3, null)
  collect.setTitle('机密作业')
  collect.setNames('李蔚')
  chosenContactsOf(app).put(collect.choice, [colleague])
  const comment = new CommentForm(app, new CommentStore(app, { typedId: 'file_3' }))
  comment.setText('机密意见', 4)
  return { share, invite, collect, comment }
}

/** A phone on which somebody works, and has chosen colours and language. */
async function working(name: FakePlatform['name'] = 'h5') {
  const platform = platformSignedIn(name)
  platform.server
    .on('GET /apps/files/get_info', { item: { ...secret, ...freePolicy } })
    .on('GET /apps/files/file_list/{folderId}', makeFolderReply({ items: [secret], total_count: 1 }))
    .on('GET /recent_items/get_list', { recent_items: [secret] })
    .on('POST /apps/users/logout', {})
  const rig = await startApp(platform)
  const { app } = rig
  app.appearance.choose('dark')
  await new ListStore(app, { space: 'own' }).open()
  await recentsOf(app).load()
  const upload = { uploadId: 'u1', address: '/up', name: '机密.docx', size: 5, modifiedAt: 1, target: 'folder_3' }
  noteUpload(platform.storage, app.sessionContext.user, upload as never)
  new PlaybackPositions(platform.storage).save(5, 60, 600)
  new ReadingPlaces(platform.storage).save({ version: 6 }, { piece: 1, block: 0 })
  const drafts = await begin(app)
  return { ...rig, drafts }
}

/** Signs another user in on the phone. */
function nextUser({ server }: Pick<Rig, 'server'>) {
  server.on('GET /apps/users/get_base_info', makeBaseInfo({ user_info: makeUser({ id: 99, name: '赵明' }) }))
}

/** The secrets in the values that the phone stores. */
const found = ({ kept }: FakePlatform) => secrets.filter((each) => JSON.stringify([...kept]).includes(each))
const keys = ({ kept }: FakePlatform) => [...kept.keys()].sort()

describe.each(['h5', 'weapp'] as const)(
  '[CTX-04] signing out removes all that a phone stores of the user: %s',
  (name) => {
    test('the drafts exist beforehand', async () => {
      const { platform } = await working(name)
      expect(found(platform)).toStrictEqual(secrets)
      expect(keys(platform)).toStrictEqual(
        [
          'appearance',
          ...(name === 'weapp' ? ['authToken'] : []),
          'collects.7',
          'comments.drafts.7',
          'invites.7',
          'lastList',
          'owner',
          'playPlaces',
          'readPlaces',
          'recents',
          'shares.7',
          'uploads',
        ].sort(),
      )
    })

    test('signing out leaves the look of the app', async () => {
      const { app, platform } = await working(name)
      await app.session.signOut()
      expect([keys(platform), found(platform)]).toStrictEqual([['appearance'], []])
    })

    test('forms that stay open for a moment, and late answers, restore nothing', async () => {
      const { app, platform, drafts } = await working(name)
      const recents = recentsOf(app)
      const list = new ListStore(app, { space: 'own' })
      const late = list.open()
      await app.session.signOut()
      drafts.comment.setText('机密意见，还有', 7)
      drafts.collect.setTitle('机密作业二')
      drafts.invite.setMessage('机密项目二')
      drafts.share.setMessage('机密二')
      recents.addOpened(secret)
      await late
      await settled()
      expect(keys(platform)).toStrictEqual(['appearance'])
      expect([drafts.comment.draft.text, drafts.collect.title]).toStrictEqual(['机密意见，还有', '机密作业二'])
    })

    test('another user, in the app or at its next start, finds nothing', async () => {
      const { platform } = await working(name)
      nextUser(platform)
      const { app } = await startApp(platform)
      expect([app.session.user?.id, found(platform)]).toStrictEqual([99, []])
      expect(keys(platform).filter((key) => !['appearance', 'authToken', 'owner'].includes(key))).toStrictEqual([])
      const drafts = await begin(app)
      expect([drafts.share.isRestored, drafts.invite.isRestored, drafts.collect.isRestored]).toStrictEqual([
        false,
        false,
        false,
      ])
    })

    test('the same user goes on, after a crash and after a session that ended by itself', async () => {
      const { platform, server } = await working(name)
      const { session } = (await startApp(platform)).app
      expect(session.phase).toBe('signedIn')
      server.on('GET /apps/users/is_user_logged_in', { is_user_logged_in: false })
      expect((await startApp(platform)).app.session.phase).toBe('signedOut')
      server.on('GET /apps/users/is_user_logged_in', { is_user_logged_in: true })
      const { app } = await startApp(platform)
      const drafts = await begin(app)
      expect([drafts.share.isRestored, drafts.invite.isRestored, drafts.collect.isRestored]).toStrictEqual([
        true,
        true,
        true,
      ])
    })
  },
)

describe('a second tab of the same browser', () => {
  /** The tab of a user whom another user has followed in the first tab. */
  async function leftBehind() {
    const rig = await working()
    const { platform } = rig
    const second = Object.create(platform, { storage: { value: platform.anotherTab() } }) as FakePlatform
    const old = createApp(second)
    await old.session.start()
    const drafts = await begin(old)
    const recents = recentsOf(old)
    nextUser(platform)
    const { app } = await startApp(platform)
    return { ...rig, app, drafts, recents }
  }

  test('the tab stores nothing more of the former user, and loses nothing on its screen', async () => {
    const { platform, drafts, recents } = await leftBehind()
    drafts.comment.setText('机密意见，还有', 7)
    drafts.invite.setMessage('机密项目二')
    recents.addOpened(secret)
    expect([found(platform), drafts.comment.draft.text]).toStrictEqual([[], '机密意见，还有'])
    expect(recents.items).toStrictEqual([secret])
  })

  test('drafts of the new user are stored', async () => {
    const { platform, app } = await leftBehind()
    await begin(app)
    expect(keys(platform)).toStrictEqual(expect.arrayContaining(['shares.99', 'collects.99', 'invites.99']))
  })
})
