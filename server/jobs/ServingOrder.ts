import { availableParallelism } from 'node:os'
import type { ActorKey } from '../actors/actorKey'

/** Who has a job done. */
export interface JobOwner {
  enterprise: number
  actor: ActorKey
}

/** Jobs that run at once in one process: in all, of one enterprise and of one of its actors. */
export interface Slots {
  all: number
  enterprise: number
  actor: number
}

/** Owners whose last turns are remembered. */
const REMEMBERED = 200

/** Who was served, the longest ago first: jobs are taken in turn over enterprises, and within each over its actors. */
export class ServingOrder {
  readonly enterprises: number[] = []
  readonly actors: ActorKey[] = []

  served({ enterprise, actor }: JobOwner): void {
    toEnd(this.enterprises, enterprise)
    toEnd(this.actors, actor)
  }
}

function toEnd<T>(order: T[], one: T): void {
  const at = order.indexOf(one)
  if (at >= 0) order.splice(at, 1)
  order.push(one)
  if (order.length > REMEMBERED) order.shift()
}

/** Jobs of all kinds that have such limits, in one process: the converting processes are theirs together. */
const ofAllKinds = { enterprise: 2 * availableParallelism() + 1, actor: 2 * availableParallelism() }

/** Those who have as many jobs running as they may. @param running of one kind @param all of every kind that has such limits */
export function ownersAtLimit(running: readonly JobOwner[], slots: Slots, all: readonly JobOwner[]) {
  const find = (owners: readonly JobOwner[], { enterprise, actor }: Omit<Slots, 'all'>) => ({
    enterprises: repeated(
      owners.map((owner) => owner.enterprise),
      enterprise,
    ),
    actors: repeated(
      owners.map((owner) => owner.actor),
      actor,
    ),
  })
  const [here, everywhere] = [find(running, slots), find(all, ofAllKinds)]
  return {
    enterprises: [...here.enterprises, ...everywhere.enterprises],
    actors: [...here.actors, ...everywhere.actors],
  }
}

function repeated<T>(all: readonly T[], times: number): T[] {
  return [...new Set(all)].filter((one) => all.filter((other) => other === one).length >= times)
}
