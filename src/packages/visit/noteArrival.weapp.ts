import { createChats } from '@/platform/weapp/chats'
import { Arrivals } from '@/stores/visit/Arrivals'
import type { NoteArrival } from './NoteArrival'

let arrivals: Arrivals | undefined

export const noteArrival: NoteArrival = ({ platform: { clock, messages } }, { api, uniqueName }) => {
  arrivals ??= new Arrivals(createChats(wx))
  void arrivals.note({ api, clock, messages }, uniqueName)
}
