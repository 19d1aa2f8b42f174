import { describe, expect, test } from '@jest/globals'
import { FeedbackStore } from '@/stores/app/FeedbackStore'
import { ManualClock } from '../support/manualClock'
import { settled } from '../support/until'

function makeFeedback() {
  const clock = new ManualClock()
  return { clock, feedback: new FeedbackStore(clock) }
}

describe('dialogs', () => {
  test('one dialog is shown at a time, the next after an answer', async () => {
    const { feedback } = makeFeedback()
    const answers: unknown[] = []
    void feedback.confirm({ text: '一' }).then((agreed) => answers.push(agreed))
    void feedback.confirm({ text: '二' }).then((agreed) => answers.push(agreed))
    expect(feedback.dialog?.text).toStrictEqual({ text: '一' })
    feedback.answer(feedback.dialog!.id, true)
    expect(feedback.dialog?.text).toStrictEqual({ text: '二' })
    feedback.answer(feedback.dialog!.id, false)
    await settled()
    expect([answers, feedback.dialog]).toStrictEqual([[true, false], null])
  })

  test('an alert has one button, and a question two', () => {
    const { feedback } = makeFeedback()
    void feedback.alert({ text: '一' })
    expect([feedback.dialog?.confirm, feedback.dialog?.cancel]).toStrictEqual([{ key: 'action.gotIt' }, undefined])
    feedback.answer(feedback.dialog!.id, true)
    void feedback.confirm({ text: '二' }, { isDanger: true })
    expect([feedback.dialog?.confirm, feedback.dialog?.cancel]).toStrictEqual([
      { key: 'action.confirm' },
      { key: 'action.cancel' },
    ])
    expect(feedback.dialog?.isDanger).toBe(true)
  })

  test('an alert with the words of a waiting one is not queued, and both end with it', async () => {
    const { feedback } = makeFeedback()
    const both = Promise.all([feedback.alert({ key: 'failure.network' }), feedback.alert({ key: 'failure.network' })])
    expect(feedback.dialogs).toHaveLength(1)
    feedback.answer(feedback.dialog!.id, true)
    await both
    void feedback.alert({ key: 'failure.network' })
    expect(feedback.dialogs).toHaveLength(1)
  })

  test('two questions of the same words are two questions', () => {
    const { feedback } = makeFeedback()
    void feedback.confirm({ text: '删除？' })
    void feedback.confirm({ text: '删除？' })
    expect(feedback.dialogs).toHaveLength(2)
  })

  test('answering a dialog that is gone changes nothing', () => {
    const { feedback } = makeFeedback()
    void feedback.alert({ text: '一' })
    const { id } = feedback.dialog!
    feedback.answer(id, true)
    void feedback.alert({ text: '二' })
    feedback.answer(id, true)
    expect(feedback.dialog?.text).toStrictEqual({ text: '二' })
  })
})

describe('toasts', () => {
  test('a toast disappears after three seconds, and after six with an action', () => {
    const { clock, feedback } = makeFeedback()
    feedback.toast({ text: '好' })
    clock.pass(2999)
    expect(feedback.currentToast?.message).toStrictEqual({ text: '好' })
    clock.pass(1)
    expect(feedback.currentToast).toBeNull()
    feedback.toast({ text: '已删除' }, { label: { text: '撤销' }, run() {} })
    clock.pass(5999)
    expect(feedback.currentToast).not.toBe(null)
    clock.pass(1)
    expect(feedback.currentToast).toBeNull()
  })

  test('a new toast replaces the one before and has its full time', () => {
    const { clock, feedback } = makeFeedback()
    feedback.toast({ text: '一' })
    clock.pass(2000)
    feedback.toast({ text: '二' })
    clock.pass(2000)
    expect(feedback.currentToast?.message).toStrictEqual({ text: '二' })
  })

  test('closing a replaced toast leaves the present one', () => {
    const { feedback } = makeFeedback()
    feedback.toast({ text: '一' })
    const { id } = feedback.currentToast!
    feedback.toast({ text: '二' })
    feedback.closeToast(id)
    expect(feedback.currentToast?.message).toStrictEqual({ text: '二' })
    feedback.closeToast(feedback.currentToast!.id)
    expect(feedback.currentToast).toBeNull()
  })
})
