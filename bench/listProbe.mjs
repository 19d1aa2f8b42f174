// A thread that requests an address repeatedly until it receives a message, and reports the ms of each answer. The bench's other work does not
// delay a thread.
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { address, headers, pause } = workerData
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const times = []
let isOver = false
parentPort.once('message', () => {
  isOver = true
})

while (!isOver) {
  const began = performance.now()
  await new Promise((resolve, reject) => {
    const request = http.get(
      address,
      { headers: { 'x-requested-with': 'XMLHttpRequest', ...headers }, agent },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`))
        answer.resume()
        answer.on('end', resolve)
      },
    )
    request.on('error', reject)
  })
  times.push(performance.now() - began)
  await setTimeout(pause)
}
agent.destroy()
parentPort.postMessage(times)
