/** The codes of the open platform that we answer (OAPI-02). Clients compare them as texts. */
export type OpenErrorCode =
  | 'request_data_invalid'
  /** The JSON of a body cannot be read. */
  | 'invalid_error'
  /** No token, or a wrong application. */
  | 'unauthorized'
  /** An unknown, expired or ended token. */
  | 'invalid_token'
  | 'invalid_grant'
  | 'permission_denied'
  | 'rate_limit'
  | 'enterprise_is_expired'
  | 'file_not_found'
  | 'folder_not_found'
  /** It is in the trash. */
  | 'file_deleted'
  | 'folder_deleted'
  | 'file_in_trash_not_found'
  | 'folder_in_trash_not_found'
  /** The folder that an item would return to is in the trash, or gone. */
  | 'folder_parent_deleted'
  | 'file_name_conflict'
  | 'folder_name_conflict'
  | 'move_to_itself'
  | 'move_to_subfolder'
  | 'copy_to_itself'
  | 'copy_to_subfolder'
  | 'item_name_invalid'
  | 'item_name_size_incorrect'
  | 'exceed_user_space_limit'
  | 'can_not_download_yiqixie_file'
  | 'comment_not_found'
  /** There is none, or it is closed. */
  | 'share_link_not_found_or_deleted'
  | 'share_link_expired'
  | 'share_link_access_type_invalid'
  | 'due_time_passed'
  | 'share_link_resource_id_not_provided'
  | 'share_link_resource_id_ambiguous'
  | 'share_link_password_not_provided'
  | 'share_link_password_not_correct'
  | 'share_link_password_size_incorrect'
  | 'share_link_password_invalid'
  | 'collab_not_found'
  | 'collab_role_invalid'
  | 'collab_user_has_been_invited'
  | 'collab_user_not_in_same_enterprise'
  /** A group or department of another enterprise. */
  | 'collab_group_not_supported'
  | 'cannot_invite_item_owner'
  /** Its folder is in the trash. */
  | 'collab_related_folder_deleted'
