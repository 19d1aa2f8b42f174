import http from 'node:http'
import { percentile } from '../measurement'

/** ms from the request to the answer's last byte */
export function timed(url: string, headers: Record<string, string>, agent: http.Agent): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.get(
      url,
      { headers: { 'x-requested-with': 'XMLHttpRequest', ...headers }, agent },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
        answer.resume()
        answer.on('end', () => resolve(performance.now() - started))
      },
    )
    request.on('error', reject)
  })
}

/** Calls in total, and the first of them, which are not counted. */
const CALLS = 40
const WARM = 5

/** ms: the 95th percentile of an API call, repeated over one connection. @param path below `/api` */
export async function percentileOf(path: string, url: string, headers: Record<string, string>, agent: http.Agent) {
  const times: number[] = []
  for (let at = 0; at < CALLS; at += 1) {
    const time = await timed(`${url}/api${path}`, headers, agent)
    if (at >= WARM) times.push(time)
  }
  return percentile(times, 0.95)
}
