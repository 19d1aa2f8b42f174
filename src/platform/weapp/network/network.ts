import { NoAnswer, type Canceler } from '../../Platform'
import { createQueue } from './queue'

/** The argument of the failure callbacks of `wx`. */
export interface WxFailure {
  errMsg?: string
  errno?: number
}

interface Task<T> extends Promise<T> {
  abort(): void
}

/** `errno` of a request that timed out. */
const timedOut = 5

/** WeChat runs ten requests, uploads and downloads at once and refuses more. Two stay free for calls outside this queue. */
const queue = createQueue(8)

function reasonOf({ errMsg = '', errno }: WxFailure, canceled: boolean): NoAnswer['reason'] {
  if (canceled || /abort/i.test(errMsg)) return 'canceled'
  return errno === timedOut || /time ?d? ?out|超时/i.test(errMsg) ? 'timeout' : 'network'
}

/** Runs a request or a transfer in its turn. Every HTTP status counts as a reply. @throws NoAnswer */
export function transfer<T>(start: () => Task<T>, canceler?: Canceler): Promise<T> {
  return queue(async () => {
    const task = start()
    canceler?.onCancel(() => task.abort())
    try {
      return await task
    } catch (cause) {
      throw new NoAnswer(reasonOf(cause as WxFailure, Boolean(canceler?.canceled)), { cause })
    }
  }, canceler)
}
