import type { CopyLater, OfferText } from './HandOver'

/** WeChat accepts a text at any time. */
export const copyLater: CopyLater = async (platform, text) => platform.copyText(await text)

/** A mini-program sends a card to a chat, not a text. */
export const offerText: OfferText | undefined = undefined
