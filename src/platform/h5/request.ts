import { NoAnswer, type HttpAnswer, type HttpRequest } from '../Platform'
import { read, takePreloaded } from './early'

/** ms; the default timeout. */
const patience = 60_000

/** One HTTP request with the session's cookie. @throws NoAnswer */
export async function request({
  method,
  path,
  headers,
  body,
  timeout = patience,
  canceler,
}: HttpRequest): Promise<HttpAnswer> {
  const controller = new AbortController()
  const early = method === 'GET' ? takePreloaded(path) : undefined
  let reason: NoAnswer['reason'] = 'network'
  function stop(why: NoAnswer['reason']): void {
    reason = why
    controller.abort()
    early?.stop()
  }
  const timer = setTimeout(stop, timeout, 'timeout')
  canceler?.onCancel(() => stop('canceled'))
  try {
    return await (early?.answer ??
      fetch(path, {
        method,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        credentials: 'same-origin',
        signal: controller.signal,
      }).then(read))
  } catch (cause) {
    throw new NoAnswer(reason, { cause })
  } finally {
    clearTimeout(timer)
  }
}
