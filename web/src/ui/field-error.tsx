export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} className="mt-1.5 text-sm text-danger-text">
      {text}
    </p>
  );
}
