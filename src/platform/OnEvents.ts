export type LiveEvent = 'ready' | 'beat' | 'changed' | 'unread' | 'refused' | 'error'

/**
 * Hears what the server tells by itself (AH-20), until the answer is called: `ready`, `beat`, `changed`, `unread`; `refused`, which wants no
 * second try soon, or `error` is the last of a stream. Absent where a phone can only ask again; no part of Platform, as `OnNetwork` is none.
 */
export type OnEvents = (
  path: string,
  headers: Record<string, string>,
  hear: (event: LiveEvent, data: string) => void,
) => () => void
