import type { Platform } from '@/platform/Platform'

/** Copies a text that is not there yet. Call it within the user's tap. @throws the errors of `copyText` and of the text */
export type CopyLater = (platform: Pick<Platform, 'copyText'>, text: Promise<string>) => Promise<void>

/** Offers a text to other apps; `canceled`: the user closed the sheet. */
export type OfferText = (data: { title: string; text: string }) => Promise<'done' | 'canceled' | 'failed'>
