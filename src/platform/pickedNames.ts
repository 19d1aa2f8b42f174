import { exifDate } from '@/domain/uploads/exifDate'

/** One of the files of a choice. */
export interface NamedFile {
  /** Name or path, as the phone tells it. */
  path: string
  /** Absent for what is no picture and no video: it keeps its name. */
  kind?: 'image' | 'video'
  /** Milliseconds since 1970: when it was taken, or now. */
  at: number
  /** Minutes to add to UTC for local time. */
  zone: number
}

interface Parts {
  stem: string
  /** With its dot; '' for none. */
  extension: string
}

/**
 * The names of one choice: their own, or `IMG_20261120_101502.jpg` from the date where the phone made them up. Pictures and videos of one
 * choice differ: the second of a name becomes `IMG_20261120_101502_2.jpg`. A Live Photo, a picture and a video that the phone calls alike,
 * stays together (AH-12).
 * @param madeUp what the phone's own names look like, without extension
 */
export function pickedNames(files: readonly NamedFile[], madeUp: RegExp): string[] {
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const taken = new Set(names.filter((_, at) => !files[at]!.kind))
  for (const group of togetherOf(files, names.map(partsOf))) {
    const [first] = group
    const isMadeUp = first!.stem === '' || madeUp.test(first!.stem)
    const stem = isMadeUp ? `${first!.kind === 'image' ? 'IMG' : 'VID'}_${stamp(first!.at, first!.zone)}` : first!.stem
    for (let n = 1; ; n += 1) {
      const tried = group.map(
        (file) => stem + (n > 1 ? `_${n}` : '') + (isMadeUp ? plainExtension(file) : file.extension),
      )
      if (tried.some((name) => taken.has(name))) continue
      tried.forEach((name, at) => {
        names[group[at]!.place] = name
        taken.add(name)
      })
      break
    }
  }
  return names
}

type Member = Parts & Required<Omit<NamedFile, 'path'>> & { place: number }

/** Pictures and videos, the two halves of a Live Photo together, its picture first. */
function togetherOf(files: readonly NamedFile[], parts: readonly Parts[]): Member[][] {
  const groups = new Map<string, Member[]>()
  const counts = new Map<string, number>()
  files.forEach(({ kind, at, zone }, place) => {
    if (!kind) return
    const { stem, extension } = parts[place]!
    const key = stem.toLowerCase()
    const nth = (counts.get(kind + key) ?? 0) + 1
    counts.set(kind + key, nth)
    const id = stem === '' ? `${kind}/${nth}` : `${key}/${nth}`
    const group = [...(groups.get(id) ?? []), { stem, extension, kind, at, zone, place }]
    groups.set(
      id,
      group.sort((one, other) => (one.kind < other.kind ? -1 : 1)),
    )
  })
  return [...groups.values()]
}

function partsOf(name: string): Parts {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) }
}

function plainExtension({ extension, kind }: Member): string {
  return extension.length > 1 ? extension.toLowerCase() : kind === 'image' ? '.jpg' : '.mp4'
}

/** Local time as `20261120_101502`. */
function stamp(at: number, zone: number): string {
  const digits = new Date(at + zone * 60_000).toISOString().replace(/\D/g, '')
  return `${digits.slice(0, 8)}_${digits.slice(8, 14)}`
}

/**
 * When a picture was taken, as its camera says; null where it does not.
 * @param head its first bytes
 * @param zoneAt minutes to add to UTC for local time at a moment: where no zone is told, it was here
 */
export function takenAt(head: Uint8Array, zoneAt: (at: number) => number): Pick<NamedFile, 'at' | 'zone'> | null {
  const told = exifDate(head)
  const local = told ? Date.parse(`${told.local}Z`) : NaN
  if (!told || Number.isNaN(local)) return null
  const zone = told.zone ?? zoneAt(local)
  return { at: local - zone * 60_000, zone }
}
