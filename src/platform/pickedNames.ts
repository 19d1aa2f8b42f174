import { exifDate } from '@/domain/uploads/exifDate'

/** A file of one choice. */
export interface NamedFile {
  /** Name or path, from the phone. */
  path: string
  /** Absent for a file that is neither picture nor video: it keeps its name. */
  kind?: 'image' | 'video'
  /** When it was taken, or now; milliseconds since 1970. */
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
 * The names of the files of one choice: their own, or `IMG_20261120_101502.jpg` by date if the phone made the name up. Names of pictures and
 * videos are unique within a choice: the second becomes `IMG_20261120_101502_2.jpg`. The picture and the video of a Live Photo, which the phone
 * gives the same name, share a name (AH-12).
 * @param madeUp matches names that the phone makes up, without extension
 */
export function pickedNames(files: readonly NamedFile[], madeUp: RegExp): string[] {
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const taken = new Set(names.filter((_, at) => !files[at]!.kind))
  for (const group of groupLivePhotos(files, names.map(partsOf))) {
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

/** Groups pictures and videos: the two halves of a Live Photo together, its picture first. */
function groupLivePhotos(files: readonly NamedFile[], parts: readonly Parts[]): Member[][] {
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
 * When a picture was taken, according to its camera; null if unknown.
 * @param head its first bytes
 * @param zoneAt minutes to add to UTC for local time at a moment; used if the camera stored no zone
 */
export function takenAt(head: Uint8Array, zoneAt: (at: number) => number): Pick<NamedFile, 'at' | 'zone'> | null {
  const exif = exifDate(head)
  const local = exif ? Date.parse(`${exif.local}Z`) : NaN
  if (!exif || Number.isNaN(local)) return null
  const zone = exif.zone ?? zoneAt(local)
  return { at: local - zone * 60_000, zone }
}
