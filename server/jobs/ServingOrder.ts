import { availableParallelism } from 'node:os'
import type { ActorKey } from '../actors/actorKey'

/** Who a job is charged to. */
export interface JobOwner {
  enterprise: number
  actor: ActorKey
}

/** Jobs that run at the same time in one process: in total, per enterprise and per actor. */
export interface Slots {
  all: number
  enterprise: number
  actor: number
}

/** owners whose last turn is remembered */
const REMEMBERED = 200

/** Owners by their last turn, longest ago first. Jobs run in turn over enterprises, and within an enterprise over its actors. */
export class ServingOrder {
  readonly enterprises: number[] = []
  readonly actors: ActorKey[] = []

  moveToEnd({ enterprise, actor }: JobOwner): void {
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

/** Jobs of all limited kinds in one process, which share the converting processes. */
const ofAllKinds = { enterprise: 2 * availableParallelism() + 1, actor: 2 * availableParallelism() }

/** Owners at their limit. @param running jobs of one kind @param all jobs of every kind with such limits */
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
