import { useState } from "react";
import { useAppDispatch } from "@/lib/state/hooks";
import { deleteProfile } from "./profile-actions";
import { ProfileDialog } from "./profile-dialog";
import type { Profile, ProfileType } from "./state/profiles-type";

interface Props<Settings> {
  type: ProfileType<Settings>;
  profile: Profile;
  onClose: () => void;
}

export default function DeleteDialog<Settings>({ type, profile, onClose }: Props<Settings>) {
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<string | null>(null);
  const remove = () => {
    const reason = dispatch(deleteProfile(type, profile));
    if (reason === null) onClose();
    else setFailure(reason);
  };
  return (
    <ProfileDialog
      title={`Delete ${profile.name}`}
      doing="Delete"
      failure={failure}
      onDo={remove}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this {type.noun}?</p>
    </ProfileDialog>
  );
}
