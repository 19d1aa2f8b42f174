/**
 * Runs jobs `{ name, seconds, needs, isAlone, run }` so that all end early: first those that many others wait for, then the longest.
 * @param atOnce jobs that run at the same time @param finished called with each job, its result and its seconds
 */
export async function runAll(jobs, atOnce, finished) {
  const waiting = new Set(jobs)
  const done = new Set()
  const running = new Set()
  const rank = new Map(jobs.map((job) => [job, job.seconds + behind(job) / atOnce]))
  const names = new Set(jobs.map(({ name }) => name))

  function behind({ name }) {
    return jobs.filter(({ needs = [] }) => needs.includes(name)).reduce((sum, { seconds }) => sum + seconds, 0)
  }

  const isReady = (job) =>
    (job.needs ?? []).every((name) => done.has(name) || !names.has(name)) &&
    !(job.isAlone && [...running].some(({ isAlone }) => isAlone))

  return new Promise((resolve, reject) => {
    const fill = () => {
      if (waiting.size === 0 && running.size === 0) return resolve()
      const ready = [...waiting].filter(isReady).sort((one, other) => rank.get(other) - rank.get(one))
      for (const job of ready) {
        if (running.size >= atOnce) break
        if (!isReady(job)) continue
        waiting.delete(job)
        running.add(job)
        const began = Date.now()
        job
          .run()
          .then((result) => {
            running.delete(job)
            done.add(job.name)
            finished(job, result, (Date.now() - began) / 1000)
            fill()
          })
          .catch(reject)
      }
    }
    fill()
  })
}
