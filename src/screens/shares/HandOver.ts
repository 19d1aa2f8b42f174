import type { Platform } from '@/platform/Platform'

/** Call it within the user's tap. @throws what `copyText` does, and what the text fails with */
export type CopyLater = (platform: Pick<Platform, 'copyText'>, text: Promise<string>) => Promise<void>

/** Offers a text to other apps; `canceled`: the user closed the sheet. */
export type OfferText = (data: { title: string; text: string }) => Promise<'done' | 'canceled' | 'failed'>
