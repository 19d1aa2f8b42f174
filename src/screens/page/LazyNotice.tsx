import { lazyPart } from '../app/lazyPart'
import type { NoticeLineProps } from './NoticeLine'

/** Loads with the stores whose state it shows. */
export const LazyNotice = lazyPart<NoticeLineProps>(() => import(/* webpackChunkName: "lazy" */ './NoticeLine'))
