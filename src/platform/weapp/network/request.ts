import Taro from '@tarojs/taro'
import type { HttpAnswer, HttpRequest } from '../../Platform'
import { transfer } from './network'

/** The server of this build: scheme, host and port. */
export const origin = SATCHEL_API_URL.replace(/\/+$/, '')

/** Makes a path of the server absolute; an absolute address stays as it is. */
export function wholeAddress(address: string): string {
  return address.startsWith('/') ? origin + address : address
}

/** ms; the default timeout. */
const patience = 60_000

/** One HTTP request. A mini-program has no cookies, so a header carries the session. @throws NoAnswer */
export async function request({
  method,
  path,
  headers,
  body,
  timeout = patience,
  canceler,
}: HttpRequest): Promise<HttpAnswer> {
  const answer = await transfer(
    () =>
      Taro.request<unknown, string>({
        url: wholeAddress(path),
        method,
        header: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { data: JSON.stringify(body) }),
        timeout,
      }),
    canceler,
  )
  return { status: answer.statusCode, body: answer.data }
}
