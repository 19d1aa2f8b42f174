import { Arrivals } from '@/stores/landing/Arrivals'
import type { NoteArrival } from './NoteArrival'

let arrivals: Arrivals | undefined

export const noteArrival: NoteArrival = ({ platform: { chats, clock, messages } }, { api, uniqueName }) => {
  if (!chats) return
  arrivals ??= new Arrivals(chats)
  void arrivals.note({ api, clock, messages }, uniqueName)
}
