import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { linkChangesOf, type LinkChange } from '@/stores/shares/LinkChanges'
import { LinkDetails } from '@/stores/shares/LinkDetails'
import { refusal } from '../support/fakeServer'
import { holdLinks, makeLink, makeVisit, NOW } from '../support/links'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const GET = 'GET /apps/share_links/get'
const VISITS = 'GET /apps/share_links/visits'
const CLOSE = 'POST /apps/share_links/close'
const EDIT = 'POST /apps/share_links/edit'
const REOPEN = 'POST /apps/share_links/reopen'
const APPROVE = 'POST /apps/share_links/approve'

async function start(held: Partial<Parameters<typeof holdLinks>[1]> = {}, id = 1) {
  const rig = await startApp()
  holdLinks(rig, { links: [makeLink({ id: 1 })], ...held })
  const changes = linkChangesOf(rig.app)
  const told: LinkChange[] = []
  changes.subscribe((change) => told.push(change))
  const details = new LinkDetails({ ...rig.app, linkChanges: changes }, id)
  const answer = (agreed: boolean) => rig.app.feedback.answer(rig.app.feedback.dialog!.id, agreed)
  return { ...rig, changes, told, details, answer }
}

describe('[AH-17] one link', () => {
  test('a link is shown with its days and its visits', async () => {
    const byDay = Array.from({ length: 30 }, (_, at) => at)
    const chen = { id: 2, name: '陈希' }
    const { details, server } = await start({
      byDay,
      visits: [
        makeVisit({ id: 3, visitor: 7, kind: 'download', user: chen, at: NOW - 10 }),
        makeVisit({ id: 2, visitor: 7, kind: 'preview', user: chen, at: NOW - 20 }),
        makeVisit({ id: 1 }),
      ],
    })
    expect(details.phase).toBe('loading')
    await details.load()
    expect([details.phase, details.link?.id, details.visitsByDay]).toStrictEqual(['ready', 1, byDay])
    // The phone's time zone decides the days.
    expect(server.callsOf(GET).map(({ request }) => request)).toStrictEqual([{ share_link_id: 1, zone: 480 }])
    expect(details.visitGroups.map(({ user, kinds }) => [user?.name, kinds])).toStrictEqual([
      ['陈希', ['preview', 'download']],
      [undefined, ['visit']],
    ])
  })

  test('visits come 25 per page, the next when the end is near', async () => {
    const visits = Array.from({ length: 60 }, (_, at) => makeVisit({ id: at + 1 }))
    const { details, server, platform } = await start({ visits })
    await details.load()
    for (let turn = 0; turn < 4; turn += 1) {
      details.nearEnd()
      platform.clock.pass(500)
      await settled()
    }
    expect(details.visitGroups).toHaveLength(60)
    expect(server.callsOf(VISITS).map(({ request }) => request.offset)).toStrictEqual([0, 25, 50])
  })

  test('a link that does not exist, or that the user may not see, is gone, without a dialog', async () => {
    const { app, details, server } = await start({}, 9)
    server.on(VISITS, refusal('share_link_not_found'))
    await details.load()
    expect([details.phase, app.feedback.dialog]).toStrictEqual(['gone', null])
  })

  test('a failure says why, reloading shows the link, and a later failure keeps it', async () => {
    const { app, details, server } = await start()
    server.on(GET, new NoAnswer('network'))
    await details.load()
    expect([details.phase, details.error]).toStrictEqual(['failed', { key: 'failure.network' }])
    holdLinks({ server }, { links: [makeLink({ id: 1 })] })
    await details.load()
    expect([details.phase, details.error]).toStrictEqual(['ready', null])
    server.on(GET, new NoAnswer('network'))
    await details.load()
    expect([details.phase, details.link?.id, app.feedback.currentToast?.message]).toStrictEqual([
      'ready',
      1,
      { key: 'failure.network' },
    ])
  })
})

describe('[AH-17] closing and reopening a link', () => {
  test('closing asks, and a no changes nothing', async () => {
    const { details, server, answer } = await start()
    await details.load()
    const closed = details.close()
    answer(false)
    await closed
    expect([server.countOf(CLOSE), details.link?.state]).toStrictEqual([0, 'open'])
  })

  test('[AH-09] closing shows here and in every list, and can be undone for 6 s', async () => {
    const { app, details, server, answer, told } = await start()
    await details.load()
    const closed = details.close()
    expect(app.feedback.dialog?.isDanger).toBe(true)
    answer(true)
    await closed
    expect(server.callsOf(CLOSE).map(({ request }) => request)).toStrictEqual([{ share_link_ids: [1] }])
    expect([details.link?.state, details.isBusy]).toStrictEqual(['closed', false])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'link.closed' })
    app.feedback.currentToast!.action!.run()
    await settled()
    expect([details.link?.state, server.countOf(REOPEN)]).toStrictEqual(['open', 1])
    expect(told.map(({ link }) => link.state)).toStrictEqual(['closed', 'open'])
  })

  test('a refusal is reported and changes nothing', async () => {
    const { app, details, server, answer } = await start({ links: [makeLink({ id: 1, state: 'closed', closed: NOW })] })
    await details.load()
    server.on(REOPEN, refusal('permission_denied', { text: '没有权限' }))
    const reopened = details.reopen()
    await settled()
    expect(app.feedback.dialog?.text).toStrictEqual({ text: '没有权限' })
    answer(true)
    await reopened
    expect([details.link?.state, details.isBusy]).toStrictEqual(['closed', false])
  })

  test('two taps reopen once', async () => {
    const { details, server } = await start({ links: [makeLink({ id: 1, state: 'closed', closed: NOW })] })
    await details.load()
    await Promise.all([details.reopen(), details.reopen()])
    expect(server.countOf(REOPEN)).toBe(1)
  })

  test('changes elsewhere show here, and those of another link do not', async () => {
    const { details, changes } = await start()
    await details.load()
    changes.announceReplaced(makeLink({ id: 2, due_time: 7 }))
    changes.announceReplaced(makeLink({ id: 1, due_time: 5 }))
    expect(details.link?.due_time).toBe(5)
  })
})

describe('[AH-17] changing a link', () => {
  test('an edit sends all settings, and every list follows', async () => {
    const { app, details, server, told } = await start()
    await details.load()
    const settings = { ...details.link!, disable_download: true, is_preview_limit: true, preview_limit: 5 }
    expect(await details.edit(settings)).toBe(true)
    expect(server.callsOf(EDIT).map(({ request }) => request)).toStrictEqual([
      {
        share_link_id: 1,
        access: 'public',
        description: '',
        due_time: 0,
        disable_download: true,
        disable_forward: false,
        password_protected: false,
        password: '',
        is_preview_limit: true,
        preview_limit: 5,
      },
    ])
    expect([details.link?.preview_limit, told.map(({ link }) => link.preview_limit)]).toStrictEqual([5, [5]])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'link.changed' })
  })

  test('a refusal is reported, and says that nothing was saved', async () => {
    const { app, details, server, answer, told } = await start()
    await details.load()
    server.on(EDIT, refusal('share_expiry_past', { text: '有效期不能早于今天' }))
    const edited = details.edit({ ...details.link!, due_time: 5 })
    await settled()
    expect(app.feedback.dialog?.text).toStrictEqual({ text: '有效期不能早于今天' })
    answer(true)
    expect([await edited, details.link?.due_time, told]).toStrictEqual([false, 0, []])
  })
})

describe('decisions 4.15: a link that waits for an approval', () => {
  const waiting = () => makeLink({ id: 1, state: 'waiting', may_approve: true, owner: { id: 2, name: '陈希' } })

  for (const [isApproved, state, key] of [
    [true, 'open', 'link.approved'],
    [false, 'refused', 'link.refused'],
  ] as const) {
    test(`the link is ${isApproved ? 'approved' : 'refused'} after a question, and every list follows`, async () => {
      const { app, answer, details, server, told } = await start({ links: [waiting()] })
      await details.load()
      const deciding = details.decide(isApproved)
      answer(true)
      await deciding
      expect(server.callsOf(APPROVE).map(({ request }) => request)).toStrictEqual([
        { share_link_ids: [1], is_approved: isApproved },
      ])
      expect(told.map(({ link }) => [link.state, link.may_approve])).toStrictEqual([[state, false]])
      expect(app.feedback.currentToast?.message).toStrictEqual({ key })
    })
  }

  test('the link stays as it is when the question is answered with no', async () => {
    const { answer, details, server } = await start({ links: [waiting()] })
    await details.load()
    const deciding = details.decide(true)
    answer(false)
    await deciding
    expect(server.countOf(APPROVE)).toBe(0)
  })

  test('a link that its maker changed since is shown anew and not decided', async () => {
    const { app, answer, details, server, told } = await start({ links: [waiting()] })
    await details.load()
    holdLinks({ server }, { links: [{ ...waiting(), access: 'company' }] })
    const deciding = details.decide(true)
    answer(true)
    await deciding
    expect(server.countOf(APPROVE)).toBe(0)
    expect(told.map(({ link }) => link.access)).toStrictEqual(['company'])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'link.changedSince' })
  })

  test('a link that somebody else decided shows that decision', async () => {
    const { app, answer, details, server } = await start({ links: [waiting()] })
    await details.load()
    server.on(APPROVE, { share_links: [{ ...waiting(), state: 'refused', may_approve: false }] })
    const deciding = details.decide(true)
    answer(true)
    await deciding
    expect([details.link?.state, app.feedback.currentToast?.message]).toStrictEqual([
      'refused',
      { key: 'link.refused' },
    ])
  })
})
