import { describe, expect, test } from '@jest/globals'
import { NoAnswer } from '@/platform/Platform'
import { PasswordEntry } from '@/stores/landing/PasswordEntry'
import { refusal } from '../support/fakeServer'
import { platformSignedOut, startApp } from '../support/startApp'
import { settled } from '../support/until'
import { INFO, TRY, makeProcess, startVisit } from '../support/visits'

const notice = {
  sharer: '王珂',
  type: 'file' as const,
  name: '简章.pdf',
  extension: 'pdf',
  type_icon: 'pdf',
  size: 2048,
  item_count: 1,
}

/** A refusal that says who shares what. */
function withNotice() {
  const { status, body } = refusal('share_link_invalid_password')
  return { status, body: { ...(body as object), share_notice: notice } }
}

async function start(answer: object = refusal('share_link_invalid_password')) {
  const rig = await startApp(platformSignedOut())
  const { visit } = startVisit(rig)
  rig.server.on(INFO, answer as never).on(TRY, refusal('share_link_invalid_password', { text: '密码错误' }))
  await visit.open(null)
  return { ...rig, visit, entry: new PasswordEntry(visit) }
}

describe('[AH-57] the code of a link', () => {
  test('a whole code is sent by itself, once, and a wrong one is cleared and reported', async () => {
    const { visit, entry, server } = await start()
    for (const typed of ['k', 'k7', 'k7m']) entry.type(typed)
    expect([entry.isPlain, entry.maySend, server.countOf(TRY)]).toStrictEqual([false, false, 0])
    entry.type('k7m2')
    expect([entry.text, visit.isChecking]).toStrictEqual(['k7m2', true])
    // Typing and sending meanwhile change nothing.
    entry.type('k7m2x')
    await entry.send()
    await settled()
    expect([entry.text, visit.error, server.countOf(TRY)]).toStrictEqual(['', { text: '密码错误' }, 1])
    entry.type('n')
    expect([entry.text, visit.error]).toStrictEqual(['n', null])
  })

  test('a pasted code with blanks around it fills all boxes and opens the link', async () => {
    const { visit, entry, server } = await start()
    server.on(TRY, { process: makeProcess(), share_grant: 'g1' })
    entry.type(' k7m3\u3000')
    await settled()
    expect([visit.phase, server.callsOf(TRY).map(({ request }) => request.password)]).toStrictEqual(['open', ['k7m3']])
  })

  test.each(['fam', '1234', 'K7m3', '密', 'k7m3x', 'a pass'])(
    '%s, which is no code, is not sent by itself, and stays in a plain field when it is wrong (LAND-10)',
    async (typed) => {
      const { entry, server } = await start()
      entry.type(typed)
      expect([entry.isPlain, entry.maySend, entry.text, server.countOf(TRY)]).toStrictEqual([true, true, typed, 0])
      await entry.send()
      expect([entry.text, server.countOf(TRY)]).toStrictEqual([typed, 1])
      entry.type('')
      expect([entry.isPlain, entry.maySend]).toStrictEqual([false, false])
    },
  )

  test('the visitor can choose the plain field, in which a password like a code waits', async () => {
    const { entry, server } = await start()
    entry.choosePlain()
    for (const typed of ['k7m3', 'k7m3 ']) entry.type(typed)
    expect([entry.isPlain, entry.text, server.countOf(TRY)]).toStrictEqual([true, 'k7m3 ', 0])
    entry.type('')
    expect([entry.isPlain, entry.maySend]).toStrictEqual([true, false])
    entry.type('长'.repeat(33))
    expect([entry.isTooLong, entry.maySend]).toStrictEqual([true, false])
  })

  test('without an answer the code stays, to be sent again', async () => {
    const { visit, entry, server } = await start()
    server.on(TRY, () => new NoAnswer('network'))
    entry.type('k7m3')
    await settled()
    expect([entry.text, entry.maySend, visit.error]).toStrictEqual(['k7m3', true, { key: 'failure.network' }])
    server.on(TRY, refusal('share_link_guessed_too_often'))
    await entry.send()
    expect(entry.text).toBe('')
  })
})

describe('[AH-57] who shares what', () => {
  test('it is known before the password, stays after a wrong one, and costs no request', async () => {
    const { visit, server } = await start(withNotice())
    expect([visit.phase, visit.notice, server.countOf(INFO)]).toStrictEqual(['password', notice, 1])
    await visit.submit('k7m2')
    expect([visit.phase, visit.notice, server.countOf(INFO)]).toStrictEqual(['password', notice, 1])
  })

  test('it goes when the organisation no longer allows it, or the link ends', async () => {
    for (const answer of [refusal('share_link_invalid_password'), refusal('process_share_link_closed')]) {
      const { visit, server } = await start(withNotice())
      server.on(INFO, answer)
      await visit.retry()
      expect(visit.notice).toBe(null)
    }
  })
})
