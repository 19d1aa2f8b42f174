import http from 'node:http'

/** ms from the request to the last byte of its answer. */
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
