import { useLocation, useNavigate } from "react-router";

/** Goes to the dashboard's answers, unless they are shown. */
export function useToAnswers(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isThere = pathname === "/dashboard" && !new URLSearchParams(search).has("view");
  return () => void (isThere || navigate("/dashboard"));
}
