import fc from 'fast-check'
import type { Deed, Model } from './Model'
import { givenRoles, groups, people, type Thing, type Who } from './Tree'

/** One step of a history. Numbers select its items from those that exist when the step runs. */
export interface Step {
  who: Who
  kind: Deed['kind']
  picks: [number, number, number]
  /** Indices of names and roles; bytes. */
  value: number
}

const weights: Record<Deed['kind'], number> = {
  folder: 5,
  upload: 6,
  version: 3,
  rename: 4,
  delete: 7,
  restore: 5,
  purge: 4,
  copy: 5,
  move: 6,
  lock: 2,
  unlock: 2,
  addFavourite: 1,
  removeFavourite: 1,
  grant: 6,
  join: 1,
  expire: 0,
}

function stepOf(withTime: boolean) {
  const kinds = Object.entries(weights).map(([kind, weight]) => ({
    arbitrary: fc.constant(kind as Deed['kind']),
    weight,
  }))
  if (withTime) kinds.push({ arbitrary: fc.constant('expire'), weight: 1 })
  return fc.record<Step>({
    who: fc.constantFrom(...people),
    kind: fc.oneof(...kinds),
    picks: fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999)),
    value: fc.nat(999),
  })
}

/** A history of sequential steps. */
export const histories = (length: number) =>
  fc.array(stepOf(true), { minLength: length, maxLength: length, size: 'max' })
/** A history of waves; the steps of a wave overlap. */
export const waves = (count: number, width: number) =>
  fc.array(fc.array(stepOf(false), { minLength: 2, maxLength: width, size: 'max' }), {
    minLength: count,
    maxLength: count,
    size: 'max',
  })

/** A history of `count` storms. The `width` steps of a storm overlap, and some of them move the clock. */
export const storms = (count: number, width: number) =>
  fc.array(fc.array(stepOf(true), { minLength: width, maxLength: width, size: 'max' }), {
    minLength: count,
    maxLength: count,
    size: 'max',
  })

/** Among them: two names that are equal under NFC, and names that end in a number like the numbered name of a copy. */
const names = ['a', 'b', 'é', 'e\u0301', 'a (1)', 'b (1)', 'a.b']
const endings = ['', '.txt', '.txt', '.TXT']

/** Items along one path and the contents of its folders, where concurrent actions collide. */
export function crowdOf(model: Model, pick: number): ReadonlySet<number> {
  const folders = model.living().filter(({ isFolder, space }) => isFolder && space === null)
  if (folders.length === 0) return new Set()
  const line = model.line(folders[pick % folders.length]!)
  return new Set(
    [...line, ...line.filter(({ space }) => space === null).flatMap((folder) => model.under(folder))].map(
      ({ key }) => key,
    ),
  )
}

/**
 * Turns a step into an action on the current state; undefined if there is nothing to do.
 * @param crowd items that are chosen most often; any item without it
 */
export function actionOf(
  model: Model,
  { who, kind, picks: [one, two, three], value }: Step,
  now: number,
  crowd: ReadonlySet<number> = new Set(),
): Deed | undefined {
  const isCrowded = crowd.size > 0 && value % 6 !== 0
  const living = model.living().filter(({ key }) => !isCrowded || crowd.has(key))
  const items = [...model.things.values()].filter(
    ({ key, space, isGone, id }) =>
      space === null && id !== null && (!isGone || value % 9 === 0) && (!isCrowded || crowd.has(key)),
  )
  const name = names[value % names.length]!
  const chosen = (all: readonly Thing[], count: number) => {
    const liked = fitting(model, who, all, three)
    return [
      ...new Set(
        [one, two, three].slice(0, count).flatMap((pick) => (liked.length > 0 ? liked[pick % liked.length]!.key : [])),
      ),
    ]
  }
  const [folder] = chosen(
    living.filter(({ isFolder, id }) => isFolder && id !== null),
    1,
  )
  const [item] = chosen(items, 1)
  const several = (all: readonly Thing[]) => chosen(all, 1 + (value % 7 === 0 ? 2 : value % 3 === 0 ? 1 : 0))
  switch (kind) {
    case 'folder':
      return folder === undefined ? undefined : { who, kind, parent: folder, name }
    case 'upload': {
      if (folder === undefined) return undefined
      return { who, kind, parent: folder, name: name + endings[three % endings.length]!, size: 1 + (two % 40) }
    }
    case 'version': {
      const [file] = chosen(
        items.filter(({ isFolder }) => !isFolder),
        1,
      )
      return file === undefined ? undefined : { who, kind, thing: file, size: 1 + (two % 40) }
    }
    case 'rename':
      return item === undefined ? undefined : { who, kind, thing: item, name }
    case 'delete': {
      const things = several(items)
      return things.length === 0 ? undefined : { who, kind, things }
    }
    case 'restore':
    case 'purge': {
      const lying = items.filter(({ deleted }) => deleted !== null)
      const things = several(lying.length > 0 && value % 5 !== 0 ? lying : items)
      return things.length === 0 ? undefined : { who, kind, things }
    }
    case 'copy':
    case 'move': {
      const things = several(items)
      // A tree that copies itself repeatedly would take all the time.
      const isLarge = kind === 'copy' && model.living().length > 60
      if (things.length === 0 || isLarge) return undefined
      const [target] = chosen(
        living.filter(({ isFolder, id, key }) => isFolder && id !== null && !things.includes(key)),
        1,
      )
      const itself = value % 20 === 0 ? things[0] : undefined
      const into = itself ?? target
      return into === undefined ? undefined : { who, kind, things, target: into }
    }
    case 'lock':
    case 'unlock':
    case 'addFavourite':
      return item === undefined ? undefined : { who, kind, thing: item }
    case 'removeFavourite': {
      const favourites = [...model.favourites.get(who)!]
      const thing = favourites.length > 0 ? favourites[one % favourites.length] : item
      return thing === undefined ? undefined : { who, kind, thing }
    }
    case 'grant': {
      const shareable = living.filter(({ space, id }) => space === null && id !== null)
      if (shareable.length === 0) return undefined
      const subjects = [...people, ...groups]
      const role = [...givenRoles, 'editor' as const, 'coowner' as const, null, null][value % (givenRoles.length + 4)]!
      return {
        who,
        kind,
        thing: shareable[one % shareable.length]!.key,
        subject: subjects[two % subjects.length]!,
        role,
        isAccepted: three % 8 !== 0,
      }
    }
    case 'join': {
      const group = (['office', 'office', ...groups] as const)[one % 4]!
      const role = [...givenRoles.slice(1), null][value % givenRoles.length]!
      if (group === 'office' && (who === 'xen' || who === 'ann')) return undefined
      return { who, kind, group, role, isManager: two % 4 === 0 }
    }
    case 'expire':
      return { who, kind, until: now }
  }
}

/** Mostly an item that concerns the user, sometimes any. */
function fitting(model: Model, who: Who, all: readonly Thing[], pick: number): readonly Thing[] {
  if (pick % 8 === 0) return all
  const own = all.filter(
    (thing) => model.sees(who, thing) && (pick % 5 === 0 || !model.isDeleted(thing) || thing.deleted),
  )
  return own.length > 0 ? own : all
}

/** Steps that conflict when they overlap: two folders moved into each other, and one purged while it is filled. */
export function duelsOf(model: Model, { picks: [one, two] }: Step): Deed[][] {
  const folders = model.living().filter((thing) => thing.isFolder && thing.space === null && !model.isDeleted(thing))
  if (folders.length < 2) return []
  const [a, b] = [folders[one % folders.length]!, folders[(one + 1 + (two % (folders.length - 1))) % folders.length]!]
  const filled = folders[two % folders.length]!
  const filling = Array.from({ length: 4 }, (_, strand) =>
    Array.from({ length: 3 }, (_deed, index): Deed => ({
      who: model.ownerOf(filled),
      kind: 'folder',
      parent: filled.key,
      name: `${strand}.${index}`,
    })),
  )
  return [
    [{ who: model.ownerOf(a), kind: 'move', things: [a.key], target: b.key }],
    [
      {
        who: people.find((who) => who !== model.ownerOf(a) && model.may(who, 'item_delete', b)) ?? model.ownerOf(b),
        kind: 'move',
        things: [b.key],
        target: a.key,
      },
    ],
    [{ who: model.ownerOf(filled), kind: 'delete', things: [filled.key] }],
    ...filling,
  ]
}
