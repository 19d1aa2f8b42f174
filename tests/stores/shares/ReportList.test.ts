import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { linkChangesOf } from '@/stores/shares/LinkChanges'
import { ReportList } from '@/stores/shares/ReportList'
import { holdLinks, makeLink, makeReport, NOW } from '../support/links'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const LIST = 'GET /apps/share_links/reports'
const CLOSE = 'POST /apps/share_links/close'
const REOPEN = 'POST /apps/share_links/reopen'

async function start(reports = [makeReport()]) {
  const rig = await startApp()
  holdLinks(rig, { links: [makeLink({ id: 5, owner: { id: 8, name: '李蔚' } })], reports })
  const changes = linkChangesOf(rig.app)
  const list = new ReportList({ ...rig.app, linkChanges: changes })
  const answer = (agreed: boolean) => rig.app.feedback.answer(rig.app.feedback.dialog!.id, agreed)
  return { ...rig, changes, list, answer }
}

describe('[LAND-06] reports by visitors', () => {
  test('reports come 25 per page, the next when the end is near', async () => {
    const { list, server, platform } = await start(Array.from({ length: 60 }, (_, at) => makeReport({ id: 60 - at })))
    await list.open()
    expect(list.rows).toHaveLength(25)
    for (let turn = 0; turn < 4; turn += 1) {
      list.nearEnd()
      platform.clock.pass(500)
      await settled()
    }
    expect(list.rows).toHaveLength(60)
    expect(server.callsOf(LIST).map(({ request }) => request.offset)).toStrictEqual([0, 25, 50])
  })

  test('reports that fail to load can be requested again', async () => {
    const { list, server } = await start()
    server.on(LIST, new NoAnswer('network'))
    await list.open()
    expect(list.pages.phase).toBe('failed')
    server.on(LIST, { reports: [makeReport()], total_count: 1 })
    await list.pages.retry()
    expect([list.pages.phase, list.rows.length]).toStrictEqual(['ready', 1])
  })

  test('confirming closes the link in each of its reports, and undo works for 6 s', async () => {
    const other = makeReport({ id: 3, share_link: { id: 6 } })
    const { app, answer, list, server } = await start([makeReport({ id: 1 }), makeReport({ id: 2 }), other])
    await list.open()
    const closing = list.closeLink(5)
    answer(true)
    await closing
    expect(server.callsOf(CLOSE).map(({ request }) => request)).toStrictEqual([{ share_link_ids: [5] }])
    const states = () => list.rows.map(({ share_link: link }) => [link.state, link.closed_by_administrator])
    expect(states()).toStrictEqual([
      ['closed', NOW],
      ['closed', NOW],
      ['open', null],
    ])
    expect(list.closingId).toBeNull()
    app.feedback.currentToast!.action!.run()
    await settled()
    expect([states()[0], server.countOf(REOPEN)]).toStrictEqual([['open', null], 1])
  })

  test('a report stays as it is when the question is answered with no', async () => {
    const { answer, list, server } = await start()
    await list.open()
    const closing = list.closeLink(5)
    answer(false)
    await closing
    expect(server.countOf(CLOSE)).toBe(0)
  })
})
