/** Local time as `20261120_101502`. */
function stamp(at: number, zone: number): string {
  const digits = new Date(at + zone * 60_000).toISOString().replace(/\D/g, '')
  return `${digits.slice(0, 8)}_${digits.slice(8, 14)}`
}

/**
 * The name of a picked picture or video: its own, or one from the date where the phone made it up.
 * @param path name or path, as the phone tells it
 * @param madeUp what the phone's own names look like, without extension
 * @param at milliseconds since 1970: when it was taken, or now
 * @param zone minutes to add to UTC for local time
 */
export function mediaName(path: string, madeUp: RegExp, kind: 'image' | 'video', at: number, zone: number): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const stem = dot < 0 ? name : name.slice(0, dot)
  if (stem && !madeUp.test(stem)) return name
  const extension = dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
  return kind === 'image' ? `IMG_${stamp(at, zone)}.${extension || 'jpg'}` : `VID_${stamp(at, zone)}.${extension || 'mp4'}`
}

/** Tells files of one choice apart: the second of a name becomes `IMG_20261120_101502_2.jpg`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
    let distinct = name
    for (let n = 2; taken.has(distinct); n += 1) distinct = `${name.slice(0, dot)}_${n}${name.slice(dot)}`
    taken.add(distinct)
    return distinct
  })
}
