import { availableParallelism } from 'node:os'
import type { ActorKey } from '../actors/actorKey'

/** The enterprise and the actor that a job is charged to. */
export interface JobOwner {
  enterprise: number
  actor: ActorKey
}

/** Jobs that run at the same time: in total, per enterprise and per actor. */
export interface Slots {
  all: number
  enterprise: number
  actor: number
  /** Which numbers hold over all processes on the database; otherwise all hold per process. `owners`: those of enterprises and actors. */
  overall?: 'all' | 'owners'
}

/** owners whose last turn is remembered */
const REMEMBERED = 200

/**
 * Owners by their last turn, longest ago first. The enterprises take turns with their jobs, and within an enterprise the actors take turns.
 */
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

/** The most jobs of all limited kinds together in one process. These kinds share the converting processes. */
const ofAllKinds = { enterprise: 2 * availableParallelism() + 1, actor: 2 * availableParallelism() }

/** Owners at their limit. @param running jobs of one kind @param all jobs of every kind with such limits */
export function ownersAtLimit(running: readonly JobOwner[], slots: Slots, all: readonly JobOwner[]) {
  const find = (owners: readonly JobOwner[], { enterprise, actor }: Pick<Slots, 'enterprise' | 'actor'>) => ({
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
