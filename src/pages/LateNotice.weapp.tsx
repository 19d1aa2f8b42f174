export { NoticeLine as LateNotice } from './NoticeLine'
