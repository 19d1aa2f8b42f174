import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FeedbackStore } from '@/stores/shell/FeedbackStore'
import { ManualClock } from '../support/manualClock'
import { settled } from '../support/until'

function makeFeedback() {
  const clock = new ManualClock()
  return { clock, feedback: new FeedbackStore(clock) }
}

describe('dialogs', () => {
  test('one is shown, the next after it was answered', async () => {
    const { feedback } = makeFeedback()
    const answers: unknown[] = []
    void feedback.confirm({ text: '一' }).then((agreed) => answers.push(agreed))
    void feedback.confirm({ text: '二' }).then((agreed) => answers.push(agreed))
    assert.deepEqual(feedback.dialog?.text, { text: '一' })
    feedback.answered(feedback.dialog!.id, true)
    assert.deepEqual(feedback.dialog?.text, { text: '二' })
    feedback.answered(feedback.dialog!.id, false)
    await settled()
    assert.deepEqual([answers, feedback.dialog], [[true, false], null])
  })

  test('an alert has one button, a question two', () => {
    const { feedback } = makeFeedback()
    void feedback.alert({ text: '一' })
    assert.deepEqual([feedback.dialog?.confirm, feedback.dialog?.cancel], [{ key: 'action.gotIt' }, undefined])
    feedback.answered(feedback.dialog!.id, true)
    void feedback.confirm({ text: '二' }, { isDanger: true })
    assert.deepEqual(
      [feedback.dialog?.confirm, feedback.dialog?.cancel],
      [{ key: 'action.confirm' }, { key: 'action.cancel' }],
    )
    assert.equal(feedback.dialog?.isDanger, true)
  })

  test('an alert with the words of a waiting one is not queued, and both end with it', async () => {
    const { feedback } = makeFeedback()
    const both = Promise.all([feedback.alert({ key: 'failure.network' }), feedback.alert({ key: 'failure.network' })])
    assert.equal(feedback.dialogs.length, 1)
    feedback.answered(feedback.dialog!.id, true)
    await both
    void feedback.alert({ key: 'failure.network' })
    assert.equal(feedback.dialogs.length, 1)
  })

  test('two questions of the same words are two questions', () => {
    const { feedback } = makeFeedback()
    void feedback.confirm({ text: '删除？' })
    void feedback.confirm({ text: '删除？' })
    assert.equal(feedback.dialogs.length, 2)
  })

  test('an answer to a dialog that is gone changes nothing', () => {
    const { feedback } = makeFeedback()
    void feedback.alert({ text: '一' })
    const { id } = feedback.dialog!
    feedback.answered(id, true)
    void feedback.alert({ text: '二' })
    feedback.answered(id, true)
    assert.deepEqual(feedback.dialog?.text, { text: '二' })
  })
})

describe('toasts', () => {
  test('pass after three seconds, with an action after six', () => {
    const { clock, feedback } = makeFeedback()
    feedback.toast({ text: '好' })
    clock.pass(2999)
    assert.deepEqual(feedback.toastShown?.message, { text: '好' })
    clock.pass(1)
    assert.equal(feedback.toastShown, null)
    feedback.toast({ text: '已删除' }, { label: { text: '撤销' }, run() {} })
    clock.pass(5999)
    assert.notEqual(feedback.toastShown, null)
    clock.pass(1)
    assert.equal(feedback.toastShown, null)
  })

  test('a new one takes the place of the one before and has its full time', () => {
    const { clock, feedback } = makeFeedback()
    feedback.toast({ text: '一' })
    clock.pass(2000)
    feedback.toast({ text: '二' })
    clock.pass(2000)
    assert.deepEqual(feedback.toastShown?.message, { text: '二' })
  })

  test('closing one that was replaced already leaves the present one', () => {
    const { feedback } = makeFeedback()
    feedback.toast({ text: '一' })
    const { id } = feedback.toastShown!
    feedback.toast({ text: '二' })
    feedback.toastClosed(id)
    assert.deepEqual(feedback.toastShown?.message, { text: '二' })
    feedback.toastClosed(feedback.toastShown!.id)
    assert.equal(feedback.toastShown, null)
  })
})
