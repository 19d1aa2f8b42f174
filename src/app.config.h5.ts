/** A browser shows preview, search and picker over their page: they are no pages there (platform/h5/overlays.ts). */
export default defineAppConfig({
  pages: [
    'pages/files/index',
    'packages/account/login/index',
    'packages/account/security/index',
    'packages/account/me/index',
    // Before the message centre, of whose addresses it has one.
    'packages/visit/index',
    'packages/visit/wx/preview/index',
    'packages/visit/wx/share/index',
    'packages/message/index',
    'packages/people/members/invitation/index',
    'packages/share/links/index',
    'packages/share/collect/index',
    'packages/share/collect/handin/index',
    'packages/promotion/index',
    'packages/open/index',
    'packages/consent/index',
    'packages/admin/index',
    'packages/arrival/index',
    'packages/document/index',
  ],
})
