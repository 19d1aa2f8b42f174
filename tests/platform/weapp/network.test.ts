import { describe, expect, test } from '@jest/globals'
import { createCanceler } from '@/platform/canceler'
import { NoAnswer } from '@/platform/Platform'
import { transfer, type WxFailure } from '@/platform/weapp/network/network'
import { createQueue } from '@/platform/weapp/network/queue'

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (failure: unknown) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** A task of `wx`: aborting it fails it as WeChat does. */
function wxTask<T>() {
  const { promise, resolve, reject } = deferred<T>()
  let aborted = 0
  const task = Object.assign(promise, {
    abort() {
      aborted += 1
      reject({ errMsg: 'request:fail abort' })
    },
  })
  return { task, resolve, reject, aborted: () => aborted }
}

async function expectNoAnswer(answer: Promise<unknown>, reason: NoAnswer['reason']): Promise<NoAnswer> {
  const failure: unknown = await answer.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(NoAnswer)
  expect((failure as NoAnswer).reason).toBe(reason)
  return failure as NoAnswer
}

function notStarted(): never {
  throw new Error('the job started')
}

describe('the queue', () => {
  test('the queue runs no more than its limit at once, and the others in order', async () => {
    const queue = createQueue(2)
    const jobs = [0, 1, 2, 3].map(() => deferred<void>())
    const started: number[] = []
    const done = jobs.map((job, index) =>
      queue(() => {
        started.push(index)
        return job.promise
      }),
    )
    expect(started).toStrictEqual([0, 1])
    jobs[1]!.resolve()
    await done[1]
    expect(started).toStrictEqual([0, 1, 2])
    jobs[0]!.reject(new Error('failed'))
    await expect(done[0]!).rejects.toThrow(/failed/)
    expect(started).toStrictEqual([0, 1, 2, 3])
  })

  test('a job cancelled while it waits fails at once and never starts', async () => {
    const queue = createQueue(1)
    const first = deferred<string>()
    const done = queue(() => first.promise)
    const canceler = createCanceler()
    const waiting = queue(notStarted, canceler)
    canceler.cancel()
    await expectNoAnswer(waiting, 'canceled')
    first.resolve('first')
    expect(await done).toBe('first')
  })

  test('a job cancelled beforehand never starts', async () => {
    const canceler = createCanceler()
    canceler.cancel()
    await expectNoAnswer(createQueue(1)(notStarted, canceler), 'canceled')
  })
})

describe('a request that gets no answer', () => {
  const failures: [WxFailure, NoAnswer['reason']][] = [
    [{ errMsg: 'request:fail timeout' }, 'timeout'],
    [{ errMsg: 'request:fail timed out' }, 'timeout'],
    [{ errMsg: 'request:fail 请求超时。' }, 'timeout'],
    [{ errMsg: 'request:fail', errno: 5 }, 'timeout'],
    [{ errMsg: 'request:fail abort' }, 'canceled'],
    [{ errMsg: 'request:fail interrupted' }, 'network'],
    [{ errMsg: 'request:fail net::ERR_INTERNET_DISCONNECTED', errno: 600001 }, 'network'],
    [{ errMsg: 'request:fail url not in domain list' }, 'network'],
    [{}, 'network'],
  ]
  for (const [failure, reason] of failures) {
    test(`${JSON.stringify(failure)}: ${reason}`, async () => {
      const { task, reject } = wxTask()
      reject(failure)
      const { cause } = await expectNoAnswer(
        transfer(() => task),
        reason,
      )
      expect(cause).toBe(failure)
    })
  }

  test('cancelling aborts the running task', async () => {
    const canceler = createCanceler()
    const { task, aborted } = wxTask()
    const done = transfer(() => task, canceler)
    canceler.cancel()
    await expectNoAnswer(done, 'canceled')
    expect(aborted()).toBe(1)
  })
})
