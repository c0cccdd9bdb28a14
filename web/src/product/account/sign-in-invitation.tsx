import { useState } from 'react';
import { leaveForSignIn } from '#product/api/account.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

type SignInInvitationProps = {
  title: string;
  text: string;
  action: string;
  /** Label of the button while the sign-in page opens. */
  leaving: string;
};

/** Shown to signed-out users in place of a page's own content. */
export function SignInInvitation({ title, text, action, leaving }: SignInInvitationProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    leaveForSignIn();
  };
  return (
    <EmptyState title={title} text={text}>
      <Button variant="primary" disabled={isLeaving} aria-busy={isLeaving} onClick={leave}>
        {isLeaving ? leaving : action}
      </Button>
    </EmptyState>
  );
}
