import type { DocumentErrorCode } from './documentErrorCodes'
import type { ImportErrorCode } from './importErrorCodes'

/**
 * Every error code (1§8, decisions 40). A new code needs a row here and words in `i18n/errors`; the types enforce both.
 * `api/reactions` lists the codes that lead the user to another page.
 */
export type ErrorCode =
  | 'login_expired'
  | 'account_deactivated'
  | 'security_check_failed'
  | 'force_two_step'
  | 'action_need_login'
  | 'wrong_credentials'
  | 'wrong_code'
  | 'wrong_password'
  | 'password_too_short'
  | 'password_too_long'
  | 'password_common'
  | 'password_unchanged'
  | 'login_too_often'
  | 'enterprise_expired'
  | 'invalid_request'
  | 'permission_denied'
  | 'item_not_found'
  | 'item_is_deleted'
  | 'item_locked'
  | 'item_not_in_trash'
  | 'target_folder_not_deleted'
  | 'restore_folder_without_permission'
  | 'external_item_parent_missing'
  | 'items_locked'
  | 'item_encrypted'
  | 'target_inside_itself'
  | 'move_withheld'
  | 'move_out_refused'
  | 'delete_withheld'
  | 'too_deep'
  | 'name_empty'
  | 'name_too_long'
  | 'name_character'
  | 'name_invisible'
  | 'name_end'
  | 'name_taken'
  | 'tag_too_long'
  | 'tags_too_many'
  | 'duplicate_frequently_used_item_id'
  | 'frequently_used_item_not_found'
  | 'personal_space_closed'
  | 'file_too_large'
  | 'quota_exceeded'
  | 'upload_length'
  | 'upload_address'
  | 'download_encrypted'
  | 'download_scanning'
  | 'download_approval'
  | 'download_encrypted_path'
  | 'download_online_document'
  | 'download_nothing'
  | 'download_too_many'
  | 'version_extension'
  | 'version_outdated'
  | 'preview_access_permission_denied'
  | 'not_support'
  | 'encrypt_yiqixie'
  | DocumentErrorCode
  | 'share_disabled'
  | 'share_disabled_for_members'
  | 'share_public_disabled'
  | 'share_company_disabled'
  | 'share_colleagues_disabled'
  | 'share_download_disabled'
  | 'share_forward_disabled'
  | 'share_password_required'
  | 'share_password_too_long'
  | 'share_limit_required'
  | 'share_limit_too_small'
  | 'share_watermark_too_long'
  | 'share_watermark_required'
  | 'share_visitor_watermark_required'
  | 'share_message_too_long'
  | 'share_expiry_past'
  | 'share_receivers_missing'
  | 'share_link_not_found'
  /** The link opens at redirect_domain. */
  | 'share_link_moved'
  /** Requests from one network tried too many unknown links. */
  | 'share_link_sought_too_often'
  | 'share_link_invalid_password'
  | 'share_link_guessed_too_often'
  | 'process_share_link_closed'
  | 'share_link_expired'
  | 'share_link_waiting'
  | 'share_link_refused'
  /** The visitor's grant is missing, too old, or for another link or an earlier password: the client opens the link again. */
  | 'share_grant_expired'
  | 'share_link_preview_limited'
  | 'share_link_preview_download_limited'
  | 'share_report_too_often'
  | 'collect_link_not_found'
  | 'collect_link_closed'
  | 'collect_link_ended'
  | 'collect_link_full'
  | 'collect_token_unknown'
  | 'collect_name_taken'
  | 'collect_name_unlisted'
  | 'collect_name_too_long'
  | 'collect_kind'
  | 'collect_file_too_large'
  | 'collect_too_many_files'
  | 'collect_deadline_past'
  | 'collect_too_often'
  /** The server has no app at this messenger. */
  | 'messenger_not_configured'
  /** The messenger does not respond, or refuses. */
  | 'messenger_unavailable'
  | 'asked_too_often'
  /** The messenger's sign-in code is unknown, old, used, or for another app. */
  | 'messenger_code_invalid'
  /** No user who may sign in is linked with the messenger account of the code. */
  | 'messenger_not_linked'
  | 'messenger_link_taken'
  /** The request names nobody (2§5). */
  | 'collab_nobody'
  | 'collab_too_many'
  | 'collab_message_too_long'
  /** The user or group is already a member of the folder, or invited to the folder (2§8). */
  | 'collab_already'
  /** The role of an inherited owner or coowner cannot be lowered (decisions 4.18). */
  | 'collab_cannot_reduce'
  /** The id belongs to no user or group whom the asking user can invite. */
  | 'collab_unknown'
  /** The entry no longer exists, or belongs to another folder. */
  | 'collab_not_found'
  /** The asking user may not give this role to the member, or may not change the member's role (2§5). */
  | 'collab_role_refused'
  | 'collab_remove_refused'
  | 'collab_resent_recently'
  /** The request for access does not exist, or did not reach the user. */
  | 'access_request_not_found'
  /** The invitation was withdrawn or refused, is addressed to somebody else, or does not exist (2§8). */
  | 'invitation_invalid'
  | 'invitation_expired'
  /** No phone can have this number. */
  | 'phone_invalid'
  /** The server sends no codes to this country (SMS_COUNTRIES). */
  | 'phone_country_refused'
  /** The phone got a code within the last minute, or too many today. */
  | 'captcha_too_often'
  /** There is no SMS gateway, or it refuses messages. */
  | 'captcha_not_sent'
  | 'captcha_wrong'
  | 'promotion_ended'
  /** An enterprise gets one coupon per plan. */
  | 'coupon_claimed'
  /** The access token is missing, unknown or expired, or its application may no longer act. */
  | 'token_invalid'
  | 'client_invalid'
  /** A code or an assertion is wrong, has expired or was used; a password is wrong; or the application may not get access in this way. */
  | 'grant_invalid'
  | 'scope_missing'
  /** The page's origin, or the address to return to, is none of those that an administrator entered for the application. */
  | 'origin_refused'
  | 'redirect_refused'
  | 'comment_empty'
  | 'comment_too_long'
  /** The comment to answer is deleted, or is a comment on another item. */
  | 'comment_not_found'
  /** The comment to answer is an answer itself. */
  | 'comment_not_answerable'
  | 'comment_passage_gone'
  /** The recording is shorter than a second or longer than a minute. */
  | 'comment_voice_length'
  | 'comment_voice_unreadable'
  /** The server cannot convert recordings. */
  | 'comment_voice_unavailable'
  /** The content-checking service refused the text. */
  | 'content_refused'
  /** The content-checking service does not respond. Unchecked text is refused. */
  | 'content_unchecked'
  /** No person of the administrator’s organisation has this id. */
  | 'person_not_found'
  | 'login_invalid'
  /** Also in another organisation: a login signs in without naming the organisation. */
  | 'login_taken'
  | 'email_invalid'
  | 'department_not_found'
  | 'department_inside_itself'
  | 'department_has_departments'
  | 'department_name_taken'
  | 'group_not_found'
  | 'group_name_taken'
  /** No application of the administrator's organisation has this id. */
  | 'application_not_found'
  | 'application_ended'
  /** An origin or an address to return to is not spelt as it must be, or the application has too many. */
  | 'application_origin'
  | 'application_redirect'
  | 'application_scopes'
  | 'application_users'
  /** Not an RSA key of 2048 to 8192 bits. */
  | 'application_key'
  | 'application_key_private'
  /** The name of the key is taken, or has other characters. */
  | 'application_key_name'
  | 'application_keys'
  | 'own_account'
  | 'last_owner'
  | 'person_active'
  | 'person_inactive'
  | 'person_has_files'
  | 'person_has_password'
  | 'handover_nothing'
  | 'handover_not_found'
  | 'handover_expired'
  | 'second_step_missing'
  /** The server sends no mails. */
  | 'mail_missing'
  /** The mail server refused the mail or did not answer. */
  | 'mail_not_sent'
  | 'mail_too_often'
  | 'person_without_email'
  /** The organisation has no directory in WeCom, or it is off. */
  | 'wecom_missing'
  /** The directory in WeCom does not link the person. */
  | 'person_without_wecom'
  /** WeCom refused the message or did not answer. */
  | 'message_not_sent'
  | 'message_too_often'
  /** A one-time link that is unknown, expired, used or withdrawn. */
  | 'sign_in_link_invalid'
  /** Signing on at a provider: the provider vouches for nobody, or another browser began it. */
  | 'sign_on_failed'
  /** The organisation has no active person for whom the provider vouches. */
  | 'sign_on_unknown'
  /** The provider has not verified the e-mail address, or its domain is not allowed. */
  | 'sign_on_email'
  | 'sign_on_unreachable'
  | 'sign_on_missing'
  /** The address of a provider is not https. */
  | 'sign_on_issuer'
  /** Another issuer or client needs its secret. */
  | 'sign_on_secret'
  | 'sign_on_settings'
  | 'directory_missing'
  | 'directory_off'
  /** Another run of the directory waits or runs. */
  | 'directory_running'
  /** The run to confirm did not stop because of losses, or is too old. */
  | 'directory_run_gone'
  /** A directory owns the field, the person or the department. */
  | 'directory_owned'
  /** Why a run stopped. */
  | 'directory_unreachable'
  | 'directory_credentials'
  | 'directory_nonsense'
  | 'directory_empty'
  /** More than a tenth of the people or departments would go. */
  | 'directory_losses'
  | 'directory_failed'
  /** Why a sync leaves a person as they are. */
  | 'directory_login_twice'
  | 'directory_administrator'
  /** The address of a directory is not encrypted, or leads to this machine. */
  | 'directory_address'
  /** Another address needs the password again. */
  | 'directory_secret'
  | 'directory_settings'
  /** The app in WeCom does not see the whole organisation. */
  | 'directory_partial'
  /** WeCom refuses an id, a secret or the app. */
  | 'wecom_refused'
  /** Another organisation in WeCom needs the secret of its app. */
  | 'wecom_secret'
  /** Another organisation here has this organisation of WeCom. */
  | 'wecom_taken'
  /** The token of the set-up page is unknown, expired or used, or an organisation exists. */
  | 'setup_token_invalid'
  | 'setup_departments'
  | 'setup_department_twice'
  | ImportErrorCode
  | 'server_error'
